import {
  configure,
  decoder,
  encoder,
  Reader,
  Root,
  Type,
  util,
  Writer,
  type IField,
  type IMapField,
  type IType,
} from 'protobufjs/light';
import { own } from '../../../ground/record';
import type { Method } from './server';
import type { MessageName, Messages, UnaryName } from './shapes';
import { tables } from './tables';

const service = '/tfplugin6.Provider';

export type Entry = readonly [path: string, method: Method];

/** A method with one request and one response. `explain` turns an error into a response: none crosses the wire. */
export function unary<Name extends UnaryName>(
  name: Name,
  answer: (
    request: Messages[`${Name}Request`],
  ) => Messages[`${Name}Response`] | Promise<Messages[`${Name}Response`]>,
  explain: (error: unknown, request: object) => object,
): Entry {
  const requests = codec(`${name}Request`);
  const responses = codec(`${name}Response`);
  const method: Method = async (bytes) => {
    const request = requests.decode(bytes);
    try {
      return responses.encode(await answer(request));
    } catch (error) {
      return responses.encode(explain(error, request) as Messages[`${Name}Response`]);
    }
  };
  return [`${service}/${name}`, method];
}

export interface Stream<R> {
  /** Settles when the receiver takes more. */
  readonly write: (message: R) => Promise<void>;
  /** Aborted when the receiver wants no more. */
  readonly signal: AbortSignal;
}

export type StreamingName = 'ListResource' | 'InvokeAction';

/** A method with one request and a stream of responses. `answer` writes what goes wrong: none of its errors crosses the wire. */
export function serverStreaming<Name extends StreamingName>(
  name: Name,
  answer: (
    request: Messages[`${Name}Request`],
    stream: Stream<Messages[`${Name}Event`]>,
  ) => Promise<Messages[`${Name}Event`] | undefined>,
): Entry {
  const events = codec(`${name}Event`);
  const method: Method = async (bytes, { write, signal }) => {
    const stream = { write: (message: Messages[`${Name}Event`]) => write(events.encode(message)), signal };
    const last = await answer(codec(`${name}Request`).decode(bytes), stream);
    return last && events.encode(last);
  };
  return [`${service}/${name}`, method];
}

/** Messages with a oneof. Such a field is encoded even with its default value: index 0 is a step. */
const choices: Readonly<Record<string, string>> = { Step: 'selector' };

const root = new Root();

// Integers of 64 bits become numbers: no message has one that needs more bits than these have.
Object.assign(util, { Long: undefined });
configure();

interface Codec<N extends MessageName> {
  encode(message: Messages[N]): Buffer;
  /** Decodes a message, which inherits the defaults of fields that were not sent. */
  decode(bytes: Uint8Array): Messages[N];
}

export function codec<N extends MessageName>(name: N): Codec<N> {
  return {
    encode: (message) => Buffer.from(typeOf(name).encode(message).finish()),
    decode: (bytes) => typeOf(name).decode(bytes) as unknown as Messages[N],
  };
}

/** Makes the types of a message and of those in it when the first is used: most processes use few. */
function typeOf(name: string): Type {
  const known = root.get(name);
  if (known instanceof Type) return known;
  const declared = message(name);
  const made = Type.fromJSON(name, declared);
  root.add(made);
  // Only what writes or reads the message: the library would also generate what checks and converts it, which takes most of a first call.
  const generate = () => {
    const types = made.fieldsArray.map((each) => each.resolve().resolvedType);
    made.encode = encoder(made)({ Writer, types, util }) as Type['encode'];
    made.decode = decoder(made)({ Reader, types, util, C: made.ctor }) as Type['decode'];
  };
  made.encode = (...parameters) => {
    generate();
    return made.encode(...parameters);
  };
  made.decode = (...parameters) => {
    generate();
    return made.decode(...parameters);
  };
  for (const { type } of Object.values(declared.fields)) if (Object.hasOwn(tables, type)) typeOf(type);
  return made;
}

function message(name: string): IType {
  const rows = Object.entries(own<Readonly<Record<string, string>>>(tables, name) ?? {}).map(
    ([key, row]) => [key.replace('?', ''), row] as const,
  );
  const fields = Object.fromEntries(rows.map(([key, row]) => [key, field(row)]));
  const choice = own(choices, name);
  if (choice !== undefined) return { fields, oneofs: { [choice]: { oneof: Object.keys(fields) } } };
  // What protobuf calls optional is a choice of one: a default value differs from none.
  const alone = rows.filter(([, row]) => row.startsWith(optional));
  return { fields, oneofs: Object.fromEntries(alone.map(([key]) => [`_${key}`, { oneof: [key] }])) };
}

const optional = 'optional ';
const repeated = 'repeated ';

function field(row: string): IField | IMapField {
  const [declared = '', id] = row.split(' = ');
  const map = /^map<(\w+), (\w+)>$/.exec(declared);
  if (map?.[1] !== undefined && map[2] !== undefined)
    return { id: Number(id), keyType: map[1], type: map[2] };
  const [rule] = [optional, repeated].filter((each) => declared.startsWith(each));
  const type = declared.slice(rule?.length ?? 0);
  return { id: Number(id), type, ...(rule === repeated ? { rule: 'repeated' } : {}) };
}
