"""Answers queries with the ClickHouse of the package chdb: one JSON string per line in, one JSON value per line out."""
import json
import sys

from chdb import session

engine = session.Session()
for line in sys.stdin:
    try:
        text = str(engine.query(json.loads(line), "JSONCompactEachRow"))
        answer = {"rows": [json.loads(row) for row in text.splitlines()]}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
