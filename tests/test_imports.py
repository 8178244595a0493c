"""Imports without circles through a package's `__init__.py`; import-linter sees all others."""

import subprocess
import sys

import grimp


def test_no_package_imports_a_module_that_imports_the_package():
    imports = grimp.build_graph("agonist", cache_dir=None)
    for package in sorted(imports.modules):
        for imported in imports.find_modules_directly_imported_by(package):
            assert imports.find_shortest_chain(imported, package) is None, package


def test_importing_agonist_loads_none_of_its_packages():
    loaded = "import agonist, sys; print([name for name in sys.modules if name.startswith('agonist.')])"
    printed = subprocess.run([sys.executable, "-c", loaded], capture_output=True, check=True, text=True)
    assert printed.stdout == "[]\n"
