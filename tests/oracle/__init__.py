"""An oracle for tests, written from the rule pages alone: it imports nothing of the product."""
