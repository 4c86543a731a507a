"""Runs the Python of pages: each program in an app of its own, every other block in a stack.
The examples in the docstrings of the package are such blocks too.

python run-pages.py <package> <host> <pairs.json>
"""

import importlib
import inspect
import json
import re
import runpy
import sys
import textwrap
import traceback

package, host = (importlib.import_module(name) for name in sys.argv[1:3])

ZONE, ACCOUNT = "e" * 32, "a" * 32

PROPS = {
    "LogpushJob": {
        "zone_id": ZONE,
        "name": "failures",
        "destination_conf": "https://logs.example.com",
        "fields": ["RayID"],
    },
    "PoolNotificationPolicy": {
        "account_id": ACCOUNT,
        "name": "health",
        "all_pools": True,
        "email_addresses": ["ops@example.com"],
        "accept_lost_recipients": True,
    },
    "WafMigration": {
        "zone_id": ZONE,
        "target": package.WafMigrationTarget.COMPLETE,
        "acknowledge_irreversible": True,
    },
}


def run_program(file: str, name: str) -> None:
    """A class is a stack of an app; any other program makes its app itself."""
    variables = runpy.run_path(file)
    for value in variables.values():
        if isinstance(value, type) and value.__base__ is host.TerraformStack:
            app = host.App()
            value(app, name)
            app.synth()


class Surroundings(dict):
    """What a block uses without a declaration, made when it does."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code
        self.stack = host.TerraformStack(host.App(), "page")
        if not re.search(r'EdgeProvider\(\s*self,\s*"edge"', code):
            package.EdgeProvider(self.stack, "edge")

    def __missing__(self, name: str) -> object:
        made = {
            "self": lambda: self.stack,
            "stack": lambda: self.stack,
            "zone_id": lambda: ZONE,
            "account_id": lambda: ACCOUNT,
            "props": lambda: self.props(r"(LogpushJob|WafMigration)\("),
            "policy_props": lambda: self.props(r"(PoolNotificationPolicy)\("),
            "fields": lambda: package.CustomFieldsRuleset(
                self.stack, "other-fields", zone_id=ZONE, cookies=["a"]
            ),
            "job": lambda: package.LogpushJob(self.stack, "other-job", **PROPS["LogpushJob"]),
            "policy": lambda: package.PoolNotificationPolicy(
                self.stack, "other-policy", **PROPS["PoolNotificationPolicy"]
            ),
            "migration": lambda: package.WafMigration(
                self.stack, "other-waf", **PROPS["WafMigration"]
            ),
            "token": lambda: package.SecretVariable(self.stack, "other_token"),
            "challenge": lambda: package.SecretVariable(self.stack, "other_challenge"),
        }
        if name in made:
            self[name] = made[name]()
            return self[name]
        for module in (package, host):
            if hasattr(module, name):
                return getattr(module, name)
        raise KeyError(name)

    def props(self, pattern: str) -> dict:
        """Those of the construct in the block, without the ones that it sets itself."""
        [construct, *_] = re.findall(pattern, self.code)
        given = set(re.findall(r"(\w+)=", self.code))
        if "zone_name" in given:
            given.add("zone_id")
        if "account_name" in given:
            given.add("account_id")
        return {name: value for name, value in PROPS[construct].items() if name not in given}


def run_block(code: str, name: str) -> None:
    exec(compile(code, name, "exec"), {}, Surroundings(code))


def examples() -> dict:
    """The examples in docstrings, by what they document."""
    found = {}
    for name, value in vars(package).items():
        members = vars(value).items() if isinstance(value, type) else ()
        for path, each in [(name, value), *((f"{name}.{key}", member) for key, member in members)]:
            doc = inspect.getdoc(getattr(each, "__func__", each)) or ""
            match = re.search(r"Example::\n\n((?:    .*\n?|\n)+)", doc)
            if match:
                found[path] = textwrap.dedent(match[1])
    return found


def main() -> int:
    failed = 0
    with open(sys.argv[3], encoding="utf-8") as pairs:
        runs = [
            (
                (run_program, f"{pair['name']}.py", pair["name"])
                if pair["isProgram"]
                else (run_block, pair["python"], pair["name"])
            )
            for pair in json.load(pairs)
        ]
    of_docstrings = [(run_block, code, path) for path, code in examples().items()]
    if not of_docstrings:
        raise RuntimeError("no docstring has an example")
    for run, code, name in [*runs, *of_docstrings]:
        try:
            run(code, name)
        except Exception as error:
            failed += 1
            print(f"error: {name}: {error!r}", traceback.format_exc(), sep="\n")
    print(f"{len(runs)} of pages, {len(of_docstrings)} of docstrings, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
