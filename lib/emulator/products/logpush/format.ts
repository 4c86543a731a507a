import type { OutputOptions } from './model';

/**
 * Dresses one projected line, a JSON object, as the job wants it. Values keep their JSON spelling, so that integers
 * beyond 2^53 lose nothing.
 */
export function formatRecord(line: string, fields: readonly string[], options: OutputOptions): string {
  const safe = options['CVE-2021-44228'] === true ? line.replaceAll('${', 'x{') : line;
  const isCsv = options.output_type === 'csv';
  const delimiter = options.field_delimiter ?? ',';
  const prefix = options.record_prefix ?? (isCsv || options.record_template !== undefined ? '' : '{');
  const suffix = options.record_suffix ?? (isCsv || options.record_template !== undefined ? '\n' : '}\n');
  const members = splitMembers(safe);
  if (options.record_template !== undefined) {
    const body = options.record_template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_all, name: string) =>
      plain(members.get(name) ?? 'null'),
    );
    return prefix + body + suffix;
  }
  const parts = isCsv
    ? fields.map((name) => csvCell(members.get(name) ?? '', delimiter))
    : [...members].map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  return prefix + parts.join(delimiter) + suffix;
}

export function formatBatch(records: readonly string[], options: OutputOptions): string {
  const { batch_prefix: prefix = '', batch_suffix: suffix = '', record_delimiter: delimiter = '' } = options;
  return prefix + records.join(delimiter) + suffix;
}

/** The members of a JSON object, each value as it is written. */
export function splitMembers(object: string): Map<string, string> {
  const members = new Map<string, string>();
  let place = 1;
  while (place < object.length - 1) {
    const colon = endOfValue(object, place);
    const name: unknown = JSON.parse(object.slice(place, colon));
    const end = endOfValue(object, colon + 1);
    members.set(String(name), object.slice(colon + 1, end));
    place = end + 1;
  }
  return members;
}

/** Where the value that begins at `start` ends: before the `:`, `,` or `}` of its own level. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let place = start; place < text.length; place += 1) {
    const char = text.charAt(place);
    if (quoted) {
      if (char === '\\') place += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (depth === 0 && (char === ':' || char === ',' || char === '}')) return place;
    else if (char === '}' || char === ']') depth -= 1;
  }
  return text.length;
}

/** A text without its quotes, everything else as JSON spells it. */
function plain(json: string): string {
  if (!json.startsWith('"')) return json;
  const text: unknown = JSON.parse(json);
  return String(text);
}

function csvCell(json: string, delimiter: string): string {
  const text = json === 'null' ? '' : plain(json);
  const needsQuotes = text.includes(delimiter) || /["\r\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
