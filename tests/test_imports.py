"""Imports without circles through a package's `__init__.py`; import-linter sees all others."""

import grimp


def test_no_package_imports_a_module_that_imports_the_package():
    imports = grimp.build_graph("agonist", cache_dir=None)
    for package in sorted(imports.modules):
        for imported in imports.find_modules_directly_imported_by(package):
            assert imports.find_shortest_chain(imported, package) is None, package
