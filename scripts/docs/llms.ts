/** llms.txt, by https://llmstxt.org: what docs/README.md lists, with paths from the root, as lists. */
export function llmsText(readme: string, about: string): string {
  const sections = readme.split(/^## /m).slice(1);
  return `${[
    '# cdktf-edge-platform',
    `> ${about}`,
    'Start with [README.md](README.md). Nothing is published yet: it says how to install the package from a clone.',
    ...sections.map((section) => {
      const [heading = ''] = section.split('\n', 1);
      return `## ${heading}\n\n${section.split('\n').flatMap(linesOf).join('\n')}`;
    }),
  ].join('\n\n')}\n`;
}

/** A row of a table with a link and what it is about, or the links of another line. */
function linesOf(line: string): string[] {
  const links = [...line.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, name = '', path = '']) => ({
    name,
    path,
  }));
  const [, about] = /^\|.*\| (\S.*?) *\|$/.exec(line) ?? [];
  return links.map(
    ({ name, path }) => `- [${name}](${fromRoot(path)})${about === undefined ? '' : `: ${about}`}`,
  );
}

function fromRoot(path: string): string {
  if (/^https?:/.test(path)) return path;
  return path.startsWith('../') ? path.slice('../'.length) : `docs/${path}`;
}
