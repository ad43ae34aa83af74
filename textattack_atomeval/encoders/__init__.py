"""Running encoders over pairs of texts: what NLI models and fact verifiers share."""
