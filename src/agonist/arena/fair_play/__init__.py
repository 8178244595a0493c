"""Flags for admins: accounts that may share an address, transfer points, or throw matches."""
