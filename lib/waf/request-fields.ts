/** Facts about the fields of the rules language. Source: its reference of fields. */

/** A request that an expression is tried on: the fields that it sets, by name. Derived ones follow from them. */
export type SampleRequest = ReadonlyMap<string, Sampled>;
export type Sampled = string | number | bigint | boolean;

/** The name of a field that has several. */
export function fieldName(word: string): string {
  return aliases.get(word) ?? word;
}

const aliases: ReadonlyMap<string, string> = new Map([
  ['ip.geoip.country', 'ip.src.country'],
  ['ip.geoip.asnum', 'ip.src.asnum'],
  ['ip.geoip.continent', 'ip.src.continent'],
]);

/** Stands for any text in a shape. No expression has it. */
export const anyText = '\u0001';

/** The shape that every value of a field has. Undefined for a field that can be empty, or anything. */
export function shapeOf(field: string): string | undefined {
  return shapes.get(field.replace(/^raw\./, ''));
}

const shapes: ReadonlyMap<string, string> = new Map([
  ['http.host', anyText],
  ['http.request.method', anyText],
  ['http.request.version', `HTTP/${anyText}`],
  ['http.request.uri', `/${anyText}`],
  ['http.request.uri.path', `/${anyText}`],
  ['http.request.full_uri', `http${anyText}://${anyText}/${anyText}`],
  ['cf.ray_id', anyText],
]);

/** All values of a field that has few. */
export function allTextsOf(field: string): readonly string[] | undefined {
  return field === 'http.request.version' ? ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2', 'HTTP/3'] : undefined;
}

/** The least and the greatest value of a number. None is negative. */
export function rangeOf(field: string): readonly [number, number] {
  return ranges.get(field) ?? [0, Number.MAX_SAFE_INTEGER];
}

const ranges: ReadonlyMap<string, readonly [number, number]> = new Map<string, readonly [number, number]>([
  ['cf.edge.server_port', [1, 65_535]],
  ['cf.threat_score', [0, 100]],
  ...[
    'cf.bot_management.score',
    'cf.waf.score',
    'cf.waf.score.sqli',
    'cf.waf.score.xss',
    'cf.waf.score.rce',
  ].map((each) => [each, [1, 99]] as const),
]);

export function textOf(field: string, sample: SampleRequest): string {
  const name = field.replace(/^raw\./, '');
  switch (name) {
    case 'http.request.full_uri': {
      const scheme = sample.get('ssl') === true ? 'https' : 'http';
      return `${scheme}://${textOf('http.host', sample)}${textOf('http.request.uri', sample)}`;
    }
    case 'http.request.uri': {
      const query = sample.get('http.request.uri.query') ?? '';
      const path = textOf('http.request.uri.path', sample);
      return query === '' ? path : `${path}?${String(query)}`;
    }
    default:
      return String(sample.get(name) ?? unnamed(name));
  }
}

/** The fields that a sample sets for a text field. */
export function isDerived(field: string): boolean {
  return /^(raw\.)?http\.request\.(full_)?uri$/.test(field);
}

/** A value that is like those of real requests, and that no expression names. */
export function unnamed(field: string): string {
  return allTextsOf(field)?.[0] ?? (shapeOf(field) ?? anyText).replaceAll(anyText, '7-7');
}
