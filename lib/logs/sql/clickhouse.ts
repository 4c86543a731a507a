import { compare, compareExactly, isExactAsDouble, readDigits } from './values';
import type { Dialect, IntComparison, Values } from './values';

export const clickhouse: Dialect = {
  text,
  name: (identifier) => `"${identifier.replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  startsWith: (found, expected) => `startsWith(${found}, ${expected})`,
  endsWith: (found, expected) => `endsWith(${found}, ${expected})`,
  contains: (found, expected) => `position(${found}, ${expected}) > 0`,
  hasElement: (list, element) => `has(${list}, ${element})`,
  jsonOf,
  recordValues,
  files: (pattern) => `file(${text(pattern)}, 'JSONAsString', 'json String')`,
};

function text(value: string): string {
  const escaped = value
    .replaceAll(/['\\]/g, String.raw`\$&`)
    .replaceAll(/\p{Cc}/gu, (character) =>
      [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
    );
  return `'${escaped}'`;
}

function jsonOf(record: string, key: string): string {
  return `JSONExtractRaw(${record}, '${key}')`;
}

/** The record is parsed once for each field: everything else reads the field's own JSON. */
function recordValues(record: string): Values {
  const json = (key: string) => jsonOf(record, key);
  return {
    text: (key) => `if(${isText(json(key))}, ${textOf(json(key))}, NULL)`,
    compareInt: (key, comparison) => compareInt(record, key, comparison),
    isBool: (key, expected) => `${json(key)} = '${expected}'`,
    hasElement: (key, element) =>
      `arrayExists(x -> ${isElement(element)}, JSONExtractArrayRaw(${json(key)}))`,
  };
}

function isText(json: string): string {
  return `JSONType(${json}) = 'String'`;
}

function textOf(json: string): string {
  return `JSONExtractString(${json})`;
}

/** Integers as ClickHouse writes JSON: as numbers, digits in a string, doubles without a fraction. */
const intForms = String.raw`^(?:"-?[0-9]+"|-?[0-9]+|-?[0-9.]+e[+]?[0-9]+)$`;

function compareInt(record: string, key: string, comparison: IntComparison): string {
  const json = jsonOf(record, key);
  const found = textOf(json);
  const infinite = `if(startsWith(${found}, '-'), -inf, inf)`;
  // Without `+ 0`, IN would tell -0 from 0.
  const double = `if(match(${json}, '${intForms}'), toFloat64OrDefault(${found}, ${infinite}) + 0, NULL)`;
  if (isExactAsDouble(comparison)) return compare(double, comparison);
  // The text of a double is shorter than its digits, and Int256 wraps around beyond 76 digits.
  const ofDouble = `accurateCastOrNull(JSONExtractFloat(${record}, '${key}'), 'Int256')`;
  const ofDigits = `if(match(${found}, '^-?0*[0-9]{1,76}$'), toInt256OrNull(${found}), NULL)`;
  const exact = `if(JSONType(${record}, '${key}') = 'Double', ${ofDouble}, ${ofDigits})`;
  return compareExactly(exact, double, comparison);
}

function isElement(element: string): string {
  const string = `${isText('x')} AND ${textOf('x')} = ${text(element)}`;
  const int = readDigits(element);
  if (int === undefined) return string;
  return `${string} OR x IN ('${int}'${int === 0n ? `, '-0'` : ''})`;
}
