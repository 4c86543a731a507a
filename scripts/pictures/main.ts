// Makes the pictures of the README from the real thing: npm run pictures [-- demo|dashboard]
// Needs a build, terraform, and Chromium for the dashboard.
import { mkdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { messageOf } from '../../lib/ground/words';
import { pictureDashboard } from './dashboard';
import { pictureDemo } from './demo';
import { root } from './root';

const pictures = { demo: pictureDemo, dashboard: pictureDashboard };

async function main(names: readonly string[]): Promise<void> {
  const folder = join(root, 'docs', 'images');
  mkdirSync(folder, { recursive: true });
  for (const [name, make] of Object.entries(pictures)) {
    if (names.length > 0 && !names.includes(name)) continue;
    process.stderr.write(`${name} …\n`);
    for (const file of [await make(folder)].flat())
      process.stdout.write(`${relative(root, file)}: ${(statSync(file).size / 1024).toFixed(0)} KiB\n`);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
});
