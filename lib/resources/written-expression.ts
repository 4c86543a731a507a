/** Whether a text contains Terraform's own template syntax. Of three signs, the last two are the escape. */
export function isWrittenExpression(text: string): boolean {
  return /(?<!\$)\$\{|(?<!%)%\{/.test(text);
}
