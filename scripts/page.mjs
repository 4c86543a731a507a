// Bundles the script and the styles of the emulator's dashboard into the HTML around its pages: node scripts/page.mjs FILE.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const browser = join(root, 'lib', 'emulator', 'page', 'browser');

export async function bundlePage(file) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { script: join(browser, 'script.ts'), styles: join(browser, 'style.css') },
    outdir: dirname(file),
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: ['es2022', 'chrome123', 'firefox121', 'safari17.5'],
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim();
  const script = textOf('.js');
  // Either would end the element.
  if (/<\/(script|style)|<!--/i.test(script + textOf('.css')))
    throw new Error('The page contains a tag that would end its script.');
  if (Object.keys(metafile.inputs).some((path) => path.includes('node_modules/')))
    throw new Error('The page contains packages, and does not name their licenses.');
  const page = readFileSync(join(browser, 'shell.html'), 'utf8')
    .replace('STYLES', () => textOf('.css'))
    .replace('SCRIPT', () => script);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, page);
}

const [, script, file] = process.argv;
if (script === fileURLToPath(import.meta.url)) await bundlePage(resolve(file));
