/** The prop of an attribute: `requestHeaders` for `request_headers`. */
export function propName(attribute: string): string {
  return attribute.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
