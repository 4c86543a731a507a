/**
 * Names for constants and functions: each a valid identifier of TypeScript, and no two the same. The first object of a name gets the
 * plain one, so give objects in an order that stays the same.
 */
export class Identifiers {
  readonly #taken: Set<string>;

  /** @param taken - names that the file uses otherwise, such as those that it imports */
  public constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /**
   * A free name in camel case: `exampleCom` for `example.com`.
   *
   * @param noun - what it names, in lower case: it makes a name of what has no letters or is a word of the language
   */
  public add(text: string, noun: string): string {
    return takeFree(identifierOf(text, noun), this.#taken, '');
  }
}

/** A name in camel case: `exampleCom` for `example.com`, `zone1and1Com` for `1and1.com`. */
export function identifierOf(text: string, noun: string): string {
  const words = wordsOf(text).slice(0, mostWords);
  const name = words.map((word, at) => (at === 0 ? lowerFirst(word) : upperFirst(word))).join('');
  const short = Array.from(name).slice(0, longest).join('');
  if (short === '') return noun;
  if (!/^\p{ID_Start}/u.test(short)) return noun + short;
  return reservedNames.has(short) ? short + upperFirst(noun) : short;
}

/** The first of `name`, `name2`, `name3` … that is free. */
export function firstFree(name: string, isTaken: (name: string) => boolean, separator = ''): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number++) {
    const next = `${name}${separator}${number}`;
    if (!isTaken(next)) return next;
  }
}

/** The first of `name`, `name-2`, `name-3` … that is free. It is taken from then on. */
export function takeFree(name: string, taken: Set<string>, separator = '-'): string {
  const free = firstFree(name, (each) => taken.has(each), separator);
  taken.add(free);
  return free;
}

/** A text as letters, digits and hyphens, in lower case; the noun for a text that has none. It may begin with a digit. */
export function slugOf(text: string, noun: string): string {
  const slug = hyphenated(text.normalize('NFKD').replace(/\p{M}/gu, ''), { most: 60 });
  return slug === '' ? noun : slug;
}

/** Letters, digits and hyphens, in lower case: a name in Terraform has these letters, and begins with a letter. */
export function addressSlugOf(text: string, noun: string): string {
  const slug = slugOf(text, noun);
  return /^[a-z]/.test(slug) ? slug : `${noun}-${slug}`;
}

/** A text in lower case, with a hyphen in place of other characters, and none at its ends. */
export function hyphenated(text: string, { other = /[^a-z0-9]+/g, most = Infinity } = {}): string {
  return text
    .toLowerCase()
    .replace(other, '-')
    .slice(0, most)
    .replace(/^-+|-+$/g, '');
}

const mostWords = 8;
const longest = 40;

/** The parts of a text that an identifier may have. A word of capitals alone becomes lower case. */
function wordsOf(text: string): string[] {
  return (text.normalize('NFC').match(letters) ?? []).map((word) =>
    word === word.toUpperCase() ? ifKnown(word.toLowerCase(), word) : word,
  );
}

/** The letters and digits of identifiers: those of large scripts that every compiler knows, as Unicode adds new ones each year. */
const letters =
  /[0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0391-\u03a1\u03a3-\u03ce\u0400-\u0481\u048a-\u052f\u05d0-\u05ea\u0620-\u064a\u0e01-\u0e2e\u3041-\u3096\u30a1-\u30fa\u3400-\u4db5\u4e00-\u9fa5\uac00-\ud7a3]+/gu;

/** The changed word, if compilers know its letters: the capital of an old letter may be a new one. */
function ifKnown(changed: string, word: string): string {
  return changed.replace(letters, '') === '' ? changed : word;
}

/** A word with its first letters in lower case: `requests` and `httpRequests` for `Requests` and `HTTPRequests`. */
function lowerFirst(word: string): string {
  return word.replace(/^\p{Lu}+(?=\p{Lu})|^\p{Lu}/u, (capitals) => ifKnown(capitals.toLowerCase(), capitals));
}

function upperFirst(word: string): string {
  return word.replace(/^\p{Ll}/u, (first) => ifKnown(first.toUpperCase(), first));
}

/** The words that cannot be names, and the names that a file should not hide. */
const reservedNames = new Set(
  [
    'abstract any arguments as async await boolean break case catch class const continue debugger declare',
    'default delete do else enum eval export extends false finally for from function get if implements import',
    'in infinity instanceof interface is keyof let module namespace never new null number object of package',
    'private protected public readonly require return set static string super switch symbol this throw true',
    'try type typeof undefined unknown using var void while with yield exports globalThis process',
  ].flatMap((line) => line.split(' ')),
);
