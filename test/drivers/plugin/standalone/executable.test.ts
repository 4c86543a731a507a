import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildExecutable } from '../../../../lib/drivers/plugin/standalone/executable';
import { makeFolder } from '../../../support/folder';

/** Stands for Node.js: its executable is the description that it gets, and it accepts compiled code or not. */
const builderOf = (accepts: boolean) => `#!${process.execPath}
const { copyFileSync } = require('node:fs');
if (process.argv[2] === '--build-sea') copyFileSync('build.json', 'output');
else process.exitCode = process.argv[3] === 'accept' && ${accepts} ? 0 : 1;
`;

it.each([
  ['where V8 accepts it', true, true, true],
  ['not where V8 refuses it', false, true, false],
  ['not where the executable is for another platform', true, false, false],
])('an executable has compiled code %s', (_, accepts, isHere, expected) => {
  const folder = makeFolder();
  const [builder, file] = [join(folder, 'node'), join(folder, 'plugin')];
  writeFileSync(builder, builderOf(accepts), { mode: 0o700 });
  const node = isHere ? builder : join(folder, 'other');
  const [program, launcher] = [Buffer.from('1'), Buffer.from('2')];
  buildExecutable({ builder, node, program, launcher, env: {} }, folder, file);
  const { assets } = JSON.parse(readFileSync(file, 'utf8')) as { assets: object };
  expect('code-cache' in assets).toBe(expected);
});
