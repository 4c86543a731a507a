import { filledTextOf } from '../../ground/json';
import { own } from '../../ground/record';
import type { ObjectValue } from '../../schema';

/** The fields of log lines: what each means, in the order in which they are written. A page of the docs lists them. */
export const logFields = {
  operation:
    'What Terraform or the command does: `read`, `plan`, `create`, `update`, `delete`, `import`, or a command, such as `waf survey`',
  operation_id: 'Number of the operation in this process: its calls have the same',
  resource_type: 'Type of the resource or data source',
  owner: 'ID or name of the zone or account of the object',
  name: 'Name of the object',
  id: 'ID of the object',
  method: 'HTTP method of the call',
  path: 'Path below the base URL, without IDs of webhooks and the values of queries',
  status: 'HTTP status; missing if there was no reply',
  attempt: 'Which attempt of the call this is, from 1',
  duration_ms:
    'Milliseconds until the whole reply was there, or until the operation ended; missing if nothing was sent',
  wait_ms: 'Milliseconds of waiting: before the call, that begins now, or of all calls of the operation',
  wait_reason: 'What for: `budget`, `service_counter`, `retry_after` or `failure`',
  ray_id: 'Header `cf-ray`, which identifies the request to the support of the service',
  error: 'Code of the error, see errors.md',
  codes: "Codes of the service's own errors",
  calls: 'Calls of the operation, with repetitions',
  retries: 'Repetitions among them',
  base_url: 'URL of the API',
  user_agent: 'Header `user-agent` of the calls: version, driver, Node.js, Terraform, host',
  requests_per_5_minutes: 'Limit of this process',
  retry_timeout_seconds: 'Time for retries',
  program: '`plugin`, `provisioner` or `cli`',
  pid: 'ID of the process',
} as const;

export type FieldName = keyof typeof logFields;
export type Fields = Readonly<Partial<Record<FieldName, string | number | readonly number[] | undefined>>>;

export const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof levels)[number];

export interface Entry {
  readonly level: Level;
  readonly message: string;
  readonly fields: Fields;
  readonly time: Date;
}

export function presentFields(fields: Fields): [FieldName, NonNullable<Fields[FieldName]>][] {
  const names = Object.keys(logFields) as FieldName[];
  return names.flatMap((name) => {
    const value = fields[name];
    return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]];
  });
}

/** A line of JSON as hclog writes it, which Terraform reads on the stderr of a provider. */
export function formatJson({ level, message, fields, time }: Entry): string {
  return JSON.stringify({
    '@level': level,
    '@message': message,
    // go-plugin drops the fields of a line whose time has no microseconds.
    '@timestamp': time.toISOString().replace('Z', '000Z'),
    '@module': 'edge',
    ...Object.fromEntries(presentFields(fields)),
  });
}

/** A line for people: `12:03:04.567 GET /zones status=200 attempt=1 …`, without the fields of the process. */
export function formatText({ level, message, fields, time }: Entry): string {
  const { method, path } = fields;
  const about = method === undefined ? message : `${String(method)} ${String(path)}`;
  const words = presentFields(fields)
    .filter(([name]) => !inFront.has(name))
    .map(([name, value]) => `${name}=${quoted(value)}`);
  const mark = level === 'warn' || level === 'error' ? ` ${level}:` : '';
  return [`${time.toISOString().slice(11, 23)}${mark} ${about}`, ...words].join(' ');
}

/** The fields that a line of text has in front, and those that are the same in all lines of a terminal. */
const inFront: ReadonlySet<FieldName> = new Set(['method', 'path', 'program', 'pid']);

function quoted(value: string | number | readonly number[]): string {
  const text = String(value);
  return /^[\w.:/@%+,-]+$/.test(text) ? text : JSON.stringify(text);
}

/** The log fields of the object that these values are of: the first that has a part of it counts. */
export function objectFields(objects: readonly ObjectValue[]): Fields {
  const first = (...names: readonly string[]) =>
    objects.flatMap((object) => names.flatMap((name) => filledTextOf(own(object, name)) ?? []))[0];
  return { owner: first('zone_id', 'account_id'), name: first('name'), id: first('id') };
}
