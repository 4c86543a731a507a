"""Makes the calls that it reads from stdin, one JSON object per line, with the Python SDK, and prints one line of JSON for each."""

import inspect
import json
import sys

import cloudflare
from cloudflare._base_client import BasePage


def answer(call):
    client = cloudflare.Cloudflare(
        base_url=call["baseUrl"],
        api_token=call["token"],
        max_retries=call["retries"],
        _strict_response_validation=True,
    )
    try:
        return {"result": plain(invoke(client, call)), "faults": []}
    except cloudflare.APIStatusError as error:
        codes = [entry.code for entry in error.errors]
        return {"refusal": {"status": error.status_code, "codes": codes}}
    except Exception as error:  # Whatever the SDK cannot do is an answer of this program.
        return {"fault": f"{type(error).__name__}: {error} {error.__cause__ or ''}"[:2000]}


def invoke(client, call):
    """Calls the method that `load_balancers.pools.create` names, with the path, the query and the body as keywords."""
    method = client
    for name in call["operation"].split("."):
        method = getattr(method, name)
    known = inspect.signature(method).parameters
    given = dict(call["path"])
    query = call.get("query") or {}
    options = {"extra_body": {}, "extra_query": {}}
    for name, value in query.items():
        # A parameter such as `account.name` is a member of the parameter `account`.
        parent, _, member = name.partition(".")
        if member and parent in known:
            given.setdefault(parent, {})[member] = value
        elif name in known:
            given[name] = value
        else:
            options["extra_query"][name] = value
    body = call.get("body")
    if isinstance(body, list):
        given["body"] = body
    elif body is not None:
        for name, value in body.items():
            # `timeout` is an option of each call; the member of a monitor has another name.
            is_member = name in known and name != "timeout"
            (given if is_member else options["extra_body"])[name] = value
    for name in ("id", "version"):
        if name in given and name not in known and f"{name}_" in known:
            given[f"{name}_"] = given.pop(name)
    return method(**given, **{name: value for name, value in options.items() if value})


def plain(result):
    if isinstance(result, BasePage):
        return [plain(item) for item in result]
    if isinstance(result, list):
        return [plain(item) for item in result]
    if isinstance(result, dict):
        return {name: plain(value) for name, value in result.items()}
    return result.to_dict(mode="json") if hasattr(result, "to_dict") else result


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line)), default=str), flush=True)
