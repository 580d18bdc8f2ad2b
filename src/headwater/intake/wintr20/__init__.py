"""WinTR-20's input, as far as public writers show it (`inp`)."""
