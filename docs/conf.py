"""Sphinx configuration: MyST pages, furo, API from docstrings, and nothing fetched when a page is read."""

from __future__ import annotations

import headwater

project = "Headwater"
author = "the Headwater contributors"
copyright = author
release = headwater.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
napoleon_google_docstring = False

html_theme = "furo"
html_title = f"Headwater {release}"
html_copy_source = False
exclude_patterns = ["build"]
nitpicky = False
