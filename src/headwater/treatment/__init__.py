"""What practices hold back. For now the credit that a schedule grants, in exact numbers."""
