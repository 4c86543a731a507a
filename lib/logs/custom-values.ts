import { customFieldLimits, type CustomFields, type customFieldLogFields } from './custom-fields';

export type HeaderList = readonly (readonly [name: string, value: string])[];

export type CustomFieldLogField = (typeof customFieldLogFields)[number];

/**
 * The values of the configured names in an exchange, for each of the listed log fields. Header names match in any case,
 * cookie names exactly; of several instances the first counts (specification 8).
 */
export function customValues(
  requestHeaders: HeaderList,
  responseHeaders: HeaderList,
  customFields: CustomFields,
  listed: ReadonlySet<string>,
): Readonly<Record<CustomFieldLogField, ReadonlyMap<string, string>>> {
  const budget = new Budget(customFieldLimits.valueBytes);
  const take = (
    field: CustomFieldLogField,
    names: readonly string[],
    find: (name: string) => string | undefined,
  ) => (listed.has(field) ? budget.take(names, find) : new Map<string, string>());
  // The limit applies to the delivered values, in this order, whatever the order of the listed fields.
  return {
    RequestHeaders: take('RequestHeaders', customFields.requestHeaders, (name) =>
      headerOf(requestHeaders, name),
    ),
    Cookies: take('Cookies', customFields.cookies, (name) => cookieOf(requestHeaders, name)),
    ResponseHeaders: take('ResponseHeaders', customFields.responseHeaders, (name) =>
      headerOf(responseHeaders, name),
    ),
  };
}

function headerOf(headers: HeaderList, name: string): string | undefined {
  return headers.find(([written]) => written.toLowerCase() === name.toLowerCase())?.[1];
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

class Budget {
  constructor(private bytes: number) {}

  take(names: readonly string[], find: (name: string) => string | undefined): ReadonlyMap<string, string> {
    const taken = new Map<string, string>();
    for (const name of new Set(names)) {
      const value = find(name);
      if (value !== undefined) taken.set(name, this.cut(value));
    }
    return taken;
  }

  /** After the first cut value nothing follows, even if a byte or two are left because a character did not fit. */
  private cut(value: string): string {
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
