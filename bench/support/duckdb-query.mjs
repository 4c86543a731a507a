// Runs one statement in DuckDB. Arguments: the number of threads, the statement. COPY to /dev/stdout writes its result.
import { DuckDBInstance } from '@duckdb/node-api';

const [threads, statement] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { threads });
const connection = await instance.connect();
await connection.run(statement);
connection.closeSync();
instance.closeSync();
