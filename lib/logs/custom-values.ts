import {
  customFieldKinds,
  customFieldLimits,
  type CustomFieldKind,
  type CustomFieldLogField,
  type CustomFields,
} from './custom-fields';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** One side of an exchange. Header names in any case, repeated headers as repeated pairs. */
export interface Message {
  /** Headers as the client or the origin sent them. */
  readonly headers?: HeaderList;
  /** All headers as transform rules left them: logged with the current limits only. Without it, as `headers`. */
  readonly transformedHeaders?: HeaderList;
}

export type CustomValue = string | readonly string[];

export type CustomValues = Readonly<Record<CustomFieldLogField, ReadonlyMap<string, CustomValue>>>;

/** Header names match in any case, cookie names exactly. Of several instances the first counts, unless duplicates are preserved (specification 8). */
export function customValueReader(
  customFields: CustomFields,
  listed: ReadonlySet<string>,
): (request: Message, response: Message) => CustomValues {
  const isCurrent = customFields.limits === 'current';
  const preserved = new Set(isCurrent ? customFields.preserveDuplicates : []);
  const kinds: readonly CustomFieldKind[] = customFieldKinds;
  const parts = kinds
    .filter(({ logField, needsCurrent }) => listed.has(logField) && (isCurrent || needsCurrent !== true))
    // The limit of bytes applies in this order, whatever the order of the listed fields.
    .sort((a, b) => cutOrder.indexOf(a.logField) - cutOrder.indexOf(b.logField))
    .map((kind) => ({
      logField: kind.logField,
      names: [...new Set(customFields[kind.key])],
      finder: finderOf(kind, isCurrent, preserved),
    }));
  return (request, response) => {
    const limit = isCurrent ? undefined : new ByteLimit(customFieldLimits.valueBytes);
    const values = { Cookies: emptyValues(), RequestHeaders: emptyValues(), ResponseHeaders: emptyValues() };
    for (const { logField, names, finder } of parts) {
      const find = finder(request, response);
      for (const name of names) {
        const value = find(name);
        if (value !== undefined)
          values[logField].set(name, typeof value === 'string' && limit ? limit.cut(value) : value);
      }
    }
    return values;
  };
}

const cutOrder: readonly CustomFieldLogField[] = ['RequestHeaders', 'Cookies', 'ResponseHeaders'];

function emptyValues(): Map<string, CustomValue> {
  return new Map();
}

type Finder = (request: Message, response: Message) => (name: string) => CustomValue | undefined;

/** Request headers are raw by default, response headers transformed: but not with the limits of the specification. */
function finderOf({ key }: CustomFieldKind, isCurrent: boolean, preserved: ReadonlySet<string>): Finder {
  switch (key) {
    case 'cookies':
      return ({ headers = [] }) =>
        (name) =>
          cookieOf(headers, name);
    case 'requestHeaders':
      return ({ headers = [] }) =>
        (name) =>
          headerOf(headers, name);
    case 'transformedRequestHeaders':
      return (request) => {
        const headers = transformedOf(request);
        return (name) => headerOf(headers, name);
      };
    case 'responseHeaders':
    case 'rawResponseHeaders':
      return (_request, response) => {
        const isTransformed = isCurrent && key === 'responseHeaders';
        const headers = isTransformed ? transformedOf(response) : (response.headers ?? []);
        return (name) => (preserved.has(name) ? instancesOf(headers, name) : headerOf(headers, name));
      };
    default:
      return key satisfies never;
  }
}

function transformedOf({ headers = [], transformedHeaders = headers }: Message): HeaderList {
  return transformedHeaders;
}

function headerOf(headers: HeaderList, name: string): string | undefined {
  return headers.find(([written]) => written.toLowerCase() === name.toLowerCase())?.[1];
}

function instancesOf(headers: HeaderList, name: string): readonly string[] | undefined {
  const found = headers.filter(([written]) => written.toLowerCase() === name.toLowerCase());
  return found.length === 0 ? undefined : found.map(([, value]) => value);
}

/** A request may have several cookie headers (HTTP/2 splits them), so all of them are read. */
function cookieOf(headers: HeaderList, name: string): string | undefined {
  return headers
    .filter(([written]) => written.toLowerCase() === 'cookie')
    .flatMap(([, value]) => value.split(';'))
    .map((pair) => ({ pair, mark: pair.indexOf('=') }))
    .filter(({ mark }) => mark !== -1)
    .map(({ pair, mark }) => ({ name: pair.slice(0, mark).trim(), value: pair.slice(mark + 1).trim() }))
    .find((cookie) => cookie.name === name)?.value;
}

class ByteLimit {
  constructor(private bytes: number) {}

  /** After the first cut value nothing follows, even if a byte or two are left because a character did not fit. */
  cut(value: string): string {
    const bytes = Buffer.byteLength(value, 'utf8');
    if (bytes <= this.bytes) {
      this.bytes -= bytes;
      return value;
    }
    let kept = '';
    for (const character of value) {
      this.bytes -= Buffer.byteLength(character, 'utf8');
      if (this.bytes < 0) break;
      kept += character;
    }
    this.bytes = 0;
    return kept;
  }
}
