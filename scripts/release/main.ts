// Makes all that a release publishes, and publishes nothing: npm run release:dry -- --help
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../../lib/ground/words';
import { billOfMaterials } from './bill-of-materials';
import { sectionOf } from './changelog';
import { checksumsOf, filesIn } from './files';
import { materialsOf } from './materials';
import { type Part, checkTools, parts, partsNamed } from './parts';
import { git, manifest, root, run, setModes, timeOfRelease } from './release';
import { schemaErrors } from './schema';
import { tableOf } from './table';
import { makeAgain } from './verify';

const usualFolder = join(root, 'out', 'release');
const names = parts.map(({ name }) => name);

const help = `Makes all files of a release of this commit, without an account, and publishes nothing.

  npm run release:dry -- [options]

  --only PARTS    of ${names.join(', ')}, separated by commas; all by default
  --out FOLDER    out/release by default; emptied first
  --verify        makes them again from a clone of the commit, and fails if a byte differs
  --allow-dirty   also with changes that are not committed

Files have the time SOURCE_DATE_EPOCH, by default that of the commit. CONTRIBUTING.md says how to publish them.
`;

function main(parameters: string[]): void {
  const { values } = parseArgs({
    args: parameters,
    options: {
      only: { type: 'string', default: names.join(',') },
      out: { type: 'string', default: usualFolder },
      verify: { type: 'boolean', default: false },
      'allow-dirty': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const chosen = partsNamed(values.only.split(','));
  if (values.verify || !values['allow-dirty']) refuseChanges(values.verify);
  const section = sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), manifest.version);
  checkTools(chosen);
  const out = resolve(values.out);
  refuseOtherFolder(out);
  timeOfRelease();
  makeRelease(out, chosen, section.text);
  process.stdout.write(
    `${manifest.name} ${section.heading}, commit ${git('rev-parse', '--short', 'HEAD')}, in ${relative('', out)}\n\n${tableOf(out)}`,
  );
  if (values.verify) verify(out, chosen);
}

function makeRelease(out: string, chosen: readonly Part[], changes: string): void {
  setModes();
  rmSync(out, { recursive: true, force: true });
  report('build');
  run(process.execPath, [join('scripts', 'build.mjs')]);
  for (const { name, make } of chosen) {
    report(name);
    mkdirSync(join(out, name), { recursive: true });
    make(join(out, name));
  }
  writeFileSync(join(out, 'CHANGES.md'), changes);
  const bom = billOfMaterials(materialsOf(out));
  const errors = schemaErrors(bom);
  if (errors.length > 0)
    throw new Error(`The bill of materials breaks the schema of CycloneDX:\n${errors.join('\n')}`);
  writeFileSync(join(out, 'sbom.cdx.json'), bom);
  writeFileSync(join(out, 'SHA256SUMS'), checksumsOf(out));
}

function verify(out: string, chosen: readonly Part[]): void {
  report('again, from a clone');
  const { clone, differences } = makeAgain(
    out,
    chosen.map(({ name }) => name),
    timeOfRelease(),
  );
  if (differences.length > 0)
    throw new Error([`Two runs differ. The second one is in ${clone}.`, ...differences].join('\n  '));
  process.stdout.write(`\nA second run from a clone made the same bytes: ${filesIn(out).length} files.\n`);
}

function refuseChanges(isVerified: boolean): void {
  const changes = git('status', '--porcelain');
  if (changes === '') return;
  const fix = isVerified
    ? 'Commit them: --verify compares with a clone of the commit.'
    : 'Commit them, or give --allow-dirty.';
  throw new Error(`A release is made of a commit, and these files have changes:\n${changes}\n${fix}`);
}

function refuseOtherFolder(out: string): void {
  if (out === usualFolder || !existsSync(out) || readdirSync(out).length === 0) return;
  if (!existsSync(join(out, 'SHA256SUMS')))
    throw new Error(`--out ${out} has files that are no release. Give a new folder, or empty this one.`);
}

const report = (step: string) => process.stderr.write(`${step} …\n`);

try {
  main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
