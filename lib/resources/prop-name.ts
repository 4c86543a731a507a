/** The prop of an attribute: `requestHeaders` for `request_headers`. The output options are a class of their own, the prop `output`. */
export function propName(attribute: string): string {
  return attribute === 'output_options' ? 'output' : camelCase(attribute);
}

export function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
