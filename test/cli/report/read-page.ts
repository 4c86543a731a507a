/** The text of a page as a reader sees it, with one space between words. */
export function textOf(html: string): string {
  const [, body = ''] = html.split('<body');
  return oneLine(decode(body.replace(/<[^>]*>/g, ' ')));
}

export function codeOf(html: string): string[] {
  return [...html.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs)].map(([, code = '']) => decode(code));
}

export function elementsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name.toLowerCase()));
}

export function attributesOf(html: string): Set<string> {
  const tags = [...html.matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag);
  return new Set(
    tags.flatMap((tag) => [...tag.matchAll(/\s([a-z-]+)(?:="[^"]*")?/gi)].map(([, name = '']) => name)),
  );
}

/** Text as a page has it: without what a reader cannot see. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
