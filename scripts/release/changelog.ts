/** The section of a version in a changelog: its heading, such as `0.1.0 (unreleased)`, and what is below. */
export interface ChangelogSection {
  readonly heading: string;
  readonly text: string;
}

export function sectionOf(changelog: string, version: string): ChangelogSection {
  const sections = changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return { heading: heading.trim(), text: `${lines.join('\n').trim()}\n` };
    });
  const found = sections.find(({ heading }) => heading.split(' ')[0] === version);
  if (found === undefined)
    throw new Error(
      `CHANGELOG.md has no section of version ${version} of package.json.\n` +
        `Its sections: ${sections.map(({ heading }) => heading).join(', ') || 'none'}. Write "## ${version}" with what changes.`,
    );
  if (found.text.trim() === '')
    throw new Error(`The section of version ${version} in CHANGELOG.md is empty. Describe what changes.`);
  return found;
}
