"""The worker process of `_fallback.py`.

A package that needs nothing of arcbatt, so that a worker starts quickly and has nothing but Python, and
numpy if it is installed. A worker imports it by itself, from the folder of arcbatt.
"""
