/** Text on one line of a comment or a document, with a space for whatever a reader cannot see. */
export function visible(text: string): string {
  return text.replace(/(?:(?! )[\p{C}\p{Z}])+/gu, ' ').trim();
}

/** The characters that a terminal obeys instead of showing them: control characters, and those that turn the direction of the text after them. */
const commanding = String.raw`\p{Cc}\p{Bidi_Control}\u2028\u2029`;
const commands = new RegExp(`[${commanding}]+`, 'gu');
const commandsInLines = new RegExp(`(?!\r?\n|\t)[${commanding}]`, 'gu');

/** Text from the API or a file on one line of a terminal, where it commands nothing. */
export function printable(text: string): string {
  return text.replace(commands, ' ');
}

/** Text of several lines for a terminal, where it commands nothing. It may have tabs. */
export function printableLines(text: string): string {
  return text.replace(commandsInLines, ' ');
}

/** A JSON text with the same value. `JSON.stringify` escapes only the control characters below a blank. */
export function printableJson(json: string): string {
  return json.replace(commandsInLines, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Text of others in quotes, for a message: on one line, and it commands nothing. */
export function quoted(text: string): string {
  return printableJson(JSON.stringify(text));
}
