/** Text on one line of a comment or a document, with a space for whatever a reader cannot see. */
export function visible(text: string): string {
  return text.replace(/(?:(?! )[\p{C}\p{Z}])+/gu, ' ').trim();
}
