import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '../scripts/languages/names.mjs';

const root = join(__dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly repository: { readonly url: string };
  readonly homepage: string;
  readonly bugs: string;
  readonly scripts: Readonly<Record<string, string>>;
};
const home = repository.replace(/\.git$/, '');

const packed = new Set(
  (
    JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as { readonly files: readonly { readonly path: string }[] }[]
  ).flatMap(({ files }) => files.map(({ path }) => path)),
);
const pages = [...packed].filter((path) => path.endsWith('.md'));

/** The addresses of links and pictures, without their anchors. */
function addressesOn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [
    ...[...text.matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)],
    ...[...text.matchAll(/<(?:img|source)\s[^>]*\b(?:src|srcset)="([^"]+)"/g)],
  ].map(([, address = '']) => address);
}

describe('the package', () => {
  it('says where its sources, issues and home page are', () => {
    expect(manifest.repository.url).toBe(`git+${repository}`);
    expect([manifest.homepage, manifest.bugs]).toEqual([`${home}#readme`, `${home}/issues`]);
  });

  it('has no script that npm asks about where a tarball is installed, and builds where its sources are', () => {
    const asked = ['preinstall', 'install', 'postinstall', 'prepare'];
    expect(Object.keys(manifest.scripts).filter((name) => asked.includes(name))).toEqual([]);
    expect(manifest.scripts.postprepare).toBe('npm run build');
  });

  it.each(pages)('has what %s links to', (page) => {
    const relative = addressesOn(page).filter((each) => !/^[a-z]+:/.test(each));
    const files = relative.map((each) => join(dirname(page), each));
    const isPacked = (file: string) =>
      [...packed].some((each) => each === file || each.startsWith(`${file}/`));
    expect(files.filter((file) => !isPacked(file))).toEqual([]);
  });

  it.each(pages)('links from %s only to files that the repository has', (page) => {
    const raw = home.replace('github.com', 'raw.githubusercontent.com');
    const starts = [`${home}/blob/main/`, `${home}/tree/main/`, `${raw}/main/`];
    const files = addressesOn(page).flatMap((each) =>
      starts.filter((start) => each.startsWith(start)).map((start) => each.slice(start.length)),
    );
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
