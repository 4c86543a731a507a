import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import picomatch from 'picomatch';
import { anchorOf } from '../scripts/docs/markdown';
import suites from './suites';

const root = join(__dirname, '..');

/** The test files that match the patterns of a suite. */
function findTests(patterns: readonly string[]): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file}`)
    .filter((file) => picomatch.isMatch(file, [...patterns]));
}

const readme = readFileSync(join(root, 'README.md'), 'utf8');

const pages = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** The anchors of the headings of a page. GitHub numbers those that repeat. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[^]*?^```/gm, '');
  const seen = new Map<string, number>();
  const named = [...text.matchAll(/^<a id="([^"]+)"><\/a>$/gm)].map(([, name = '']) => name);
  const ofHeadings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const anchor = anchorOf(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return [...named, ...ofHeadings];
}

describe('the documentation', () => {
  it.each(pages)('%s links only to files that exist', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);
    const images = [...text.matchAll(/<(?:img|source)\s[^>]*\b(?:src|srcset)="(?!https:)([^"]+)"/g)];
    const missing = [...links, ...images.map(([, path = '']) => path)].filter(
      (path) => !existsSync(join(root, dirname(page), path)),
    );
    expect(missing).toEqual([]);
  });

  it.each(pages)('%s links only to headings that exist', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    const missing = links.filter(([, path = '', anchor = '']) => {
      const target = path === '' ? page : join(dirname(page), path);
      return !anchorsOf(target).includes(anchor);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });

  it('asks for the output of the doctor in each form for issues', () => {
    const folder = join(root, '.github/ISSUE_TEMPLATE');
    const forms = readdirSync(folder).filter((name) => name !== 'config.yml');
    expect(forms.length).toBeGreaterThan(1);
    for (const form of forms)
      expect(readFileSync(join(folder, form), 'utf8')).toContain(
        '`npx edge-platform provider doctor --json`',
      );
  });

  it('has a workflow that runs only scripts and suites that exist', () => {
    const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
    const runs = [...workflow.matchAll(/- run: (.*)/g)].map(([, command = '']) => command);
    expect(runs).toContain('.ci/run');
    const scripts = runs.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const name of scripts) expect(manifest).toHaveProperty(['scripts', name]);
    const selections = runs.flatMap((command) => {
      const [, names = '', paths] =
        /^npx jest --selectProjects (.*?)(?: --testPathPatterns (.*))?$/.exec(command) ?? [];
      return names === '' ? [] : [{ names: names.split(' '), paths: paths?.split(' ') ?? [] }];
    });
    expect(selections.map(({ names }) => names)).toEqual([
      ['unit', 'sweeps'],
      ['stories', 'behaviors'],
    ]);
    for (const { names, paths } of selections) {
      const files = findTests(names.flatMap((name) => suites[name]?.files ?? []));
      expect(paths.filter((path) => !files.some((file) => file.includes(path)))).toEqual([]);
    }
  });

  it('mentions only scripts of package.json', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    const named = [...(readme + contributing).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    for (const name of named) expect(manifest).toHaveProperty(['scripts', name]);
  });
});
