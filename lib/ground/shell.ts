/** A word for a POSIX shell, in quotes where it needs them. */
export function shellWord(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
