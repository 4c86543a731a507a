import { sectionOf } from '../../scripts/release/changelog';

const changelog = `# Changelog

## 1.10.0 (unreleased)

- Add a thing.

### Migration

Nothing.

## 1.1.0

- Fix \`## 1.0.0\`.

## 1.0.0
`;

describe('the section of a version', () => {
  it('is what is between its heading and the next version', () => {
    expect(sectionOf(changelog, '1.10.0')).toEqual({
      heading: '1.10.0 (unreleased)',
      text: '- Add a thing.\n\n### Migration\n\nNothing.\n',
    });
  });

  it('is not that of a version with the same beginning', () => {
    expect(sectionOf(changelog, '1.1.0')).toEqual({ heading: '1.1.0', text: '- Fix `## 1.0.0`.\n' });
  });

  it('fails for a version without a section, and names those there are', () => {
    expect(() => sectionOf(changelog, '1.1')).toThrow(
      'CHANGELOG.md has no section of version 1.1 of package.json.\n' +
        'Its sections: 1.10.0 (unreleased), 1.1.0, 1.0.0. Write "## 1.1" with what changes.',
    );
  });

  it('fails for an empty section', () => {
    expect(() => sectionOf(changelog, '1.0.0')).toThrow(/1\.0\.0 in CHANGELOG\.md is empty/);
  });
});
