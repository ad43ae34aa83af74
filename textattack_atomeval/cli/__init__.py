"""The command line: parse, call, print, exit code. Nothing is computed here.

Each subcommand is a module of this package with ``run(args) -> int``, imported only
when it is asked for, so that ``--help`` stays instant.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
from collections.abc import Sequence

from textattack_atomeval.cli.arguments import build_parser
from textattack_atomeval.errors import AtomEvalError, InputError
from textattack_atomeval.reading import printable

OK = 0
FAILED = 1
UNUSABLE = 2
PARTIAL = 3
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit code.

    0: every row was scored; 1: the run itself failed (a model, the result file);
    2: the input or the command line is unusable; 3: some rows were not scored.
    """
    _speak_utf8()
    args = build_parser().parse_args(argv)
    module = args.command.replace("-", "_")
    command = importlib.import_module(f"textattack_atomeval.cli.{module}")
    try:
        code: int = command.run(args)
        sys.stdout.flush()
    except AtomEvalError as error:
        print(f"textattack-atomeval: {printable(str(error))}", file=sys.stderr)
        return UNUSABLE if isinstance(error, InputError) else FAILED
    except KeyboardInterrupt:
        print("textattack-atomeval: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()  # the reader left (`| head`)
        return FAILED
    except OSError as error:
        _forget_output()
        said = printable(f"{error.filename or 'output'}: {error.strerror or error}")
        print(f"textattack-atomeval: {said}", file=sys.stderr)
        return FAILED
    return code


def _forget_output() -> None:
    """Keep the interpreter from complaining at exit of what it could not write."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_utf8() -> None:
    """Write UTF-8 whatever the locale; a lone surrogate must not end the run."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
