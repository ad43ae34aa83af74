# `make demo` and `make test` do all of their own set-up in $(VENV); nothing outside
# this folder is touched. Only Python 3.11 with pip is needed.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV ?= .venv
BIN = $(VENV)/bin
READY = $(VENV)/.ready
# A PYTHONPATH or pip target of the user's shell must not leak in.
RUN = env -u PYTHONPATH -u PYTHONHOME -u PIP_TARGET -u PIP_PREFIX -u PIP_USER \
	PIP_REQUIRE_VIRTUALENV=0

.PHONY: demo test check fuzz format docs install clean

demo: $(READY)
	$(RUN) $(BIN)/textattack-atomeval demo

test: $(READY)
	$(RUN) $(BIN)/python -m pytest $(PYTEST_ARGS)

check: $(READY)
	$(RUN) $(BIN)/black --check --diff --quiet .
	$(RUN) $(BIN)/ruff check .
	$(RUN) $(BIN)/mypy

# A million seeded inputs, some minutes; FUZZ_ARGS="--inputs 20000 --seed 7" for others.
fuzz: $(READY)
	$(RUN) $(BIN)/python benchmarks/fuzz.py $(FUZZ_ARGS)

format: $(READY)
	$(RUN) $(BIN)/black .
	$(RUN) $(BIN)/ruff check --fix .

# mkdocs reads the source; it needs nothing that the package needs.
docs: $(READY)
	$(RUN) $(BIN)/python -m pip install -qq -c constraints.txt -e '.[docs]'
	$(RUN) $(BIN)/mkdocs build --strict --quiet

install: $(READY)

# torch goes first: alone, pip takes the build that lies nearest, and what follows
# then finds its need of torch fulfilled.
$(READY): setup.cfg pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; set PYTHON=..." >&2; exit 1; }
	@echo "Setting up $(VENV): some minutes, the first time only" >&2
	@test -x $(BIN)/python && $(BIN)/python -m pip --version >/dev/null 2>&1 \
		|| $(PYTHON) -m venv --clear $(VENV) \
		|| { $(PYTHON) -m pip install --quiet --target $(VENV)-tool virtualenv \
			&& PYTHONPATH=$(VENV)-tool $(PYTHON) -m virtualenv $(VENV); }
	$(RUN) $(BIN)/python -m pip install -qq torch==2.13.0
	$(RUN) $(BIN)/python -m pip install -qq -c constraints.txt -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) $(VENV)-tool build *.egg-info
