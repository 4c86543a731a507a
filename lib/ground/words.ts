import { memberOf } from './json';

/** A number with its noun: `1 zone`, `2000 zones`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A number with its noun, with commas: `1 zone`, `2,000 zones`. */
export function groupedPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A number with commas: `2,000` */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** A share in percent with three digits: `12.5 %` for 0.125. */
export function formatShare(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

/** A word in the markdown of a description. */
export function code(word: string): string {
  return `\`${word}\``;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `a, b, c`, or the first items and the number of the rest: `a, b and 3 more`. */
export function listSome(items: readonly string[], most: number, separator = ', '): string {
  const shown = items.slice(0, most).join(separator);
  return items.length > most ? `${shown} and ${items.length - most} more` : shown;
}

/** The ids and names of objects: `7 "errors", 8 "requests"` */
export function listObjects(
  objects: readonly { readonly id: string | number; readonly name: string | null }[],
): string {
  return listSome(
    objects.map(({ id, name }) => `${id} "${name ?? ''}"`),
    10,
  );
}

/** No `instanceof`: the error may come from another copy of its class. */
export function messageOf(error: unknown): string {
  const message = memberOf(error, 'message');
  return typeof message === 'string' ? message : String(error);
}

/** Why a file cannot be read, and what to do, as the end of a message that names it. */
export function whyUnreadable(error: unknown): string {
  return whyUnusable(error, 'read');
}

/** Why a file or folder cannot be written, and what to do, as the end of a message that names it. */
export function whyUnwritable(error: unknown): string {
  return whyUnusable(error, 'write');
}

function whyUnusable(error: unknown, use: 'read' | 'write'): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return `there is no such ${use === 'read' ? 'file' : 'folder'}. Correct the path.`;
    case 'EISDIR':
      return 'it is a folder. Name a file.';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it is a file, or below one. Name a folder, or a file in one.';
    case 'EACCES':
    case 'EPERM':
      return `its permissions do not let you ${use} it. Change them, or name another path.`;
    case 'EROFS':
      return 'its file system is read-only. Name another path.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full. Free some space, or name a path on another disk.';
    default:
      return messageOf(error);
  }
}

/** The code of an error of Node.js or a library, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return memberOf(error, 'code');
}
