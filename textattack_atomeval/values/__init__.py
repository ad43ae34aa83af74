"""From text to values: numerals, quantities with units, dates, names; pure.

What finds and compares values, apart from the checks that use it.
"""
