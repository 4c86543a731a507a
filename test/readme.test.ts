import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { anchorOf } from '../scripts/docs/markdown';

const root = join(__dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

const pages = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** The anchors of the headings of a page. GitHub numbers those that repeat. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[^]*?^```/gm, '');
  const seen = new Map<string, number>();
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const anchor = anchorOf(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

describe('the documentation', () => {
  it('starts in the README with an app that synthesizes unchanged', async () => {
    const [, source = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    mkdirSync(join(root, '.tmp'), { recursive: true });
    const folder = mkdtempSync(join(root, '.tmp', 'readme-'));
    try {
      writeFileSync(join(folder, 'main.ts'), source);
      const env = { ...process.env, CDKTF_OUTDIR: join(folder, 'out'), CHECKPOINT_DISABLE: '1' };
      const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
      await promisify(execFile)(process.execPath, [tsx, 'main.ts'], { cwd: folder, env });
      const stack: unknown = JSON.parse(
        readFileSync(join(folder, 'out', 'stacks', 'logs', 'cdk.tf.json'), 'utf8'),
      );
      expect(stack).toMatchObject({
        resource: {
          edge_custom_fields_ruleset: {
            fields: { request_headers: ['x-request-id'], cookies: ['sessionId'] },
          },
          edge_logpush_job: { failures: { name: 'failed-requests' } },
        },
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

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

  it('mentions only scripts of package.json', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    const named = [...(readme + contributing).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    for (const name of named) expect(manifest).toHaveProperty(['scripts', name]);
  });
});
