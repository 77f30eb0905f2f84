"""The five rule books, sentence by sentence, each with the tests that would see it broken."""
