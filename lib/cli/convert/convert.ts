import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { commandLine } from '../command-line';
import { connect, type Connection } from '../connection';
import { shellWord } from '../../ground/shell';
import type { Language } from '../import/project-folder';
import { contracts } from '../import/write/config';
import { chooseHost, type Host } from '../project/host';
import { writeProjectFiles } from '../project/write-files';
import { print, widthOf } from '../terminal';
import { formatDocument } from '../document';
import { countOutcomes, isUnchanged, reportFile, writeConversionReport } from './conversion-report';
import { blocksIn } from './blocks';
import { oldDataKinds, oldKinds, type Conversion, type OldModule } from './model';
import { defaultPrefixes, readConfiguration, type ReadConfiguration } from './read';
import { renderText } from '../report/text';
import { conversionBlocks } from './report';
import { convertConfiguration } from './translate';
import { copyFiles, findCopies } from './write/copies';
import { writeHclProject } from './write/hcl/project';
import { pathInProject, writeTypescriptProject } from './write/typescript';
import { localStateOf } from './write/typescript/plan';

export interface ConvertOptions {
  readonly dir: string;
  readonly out: string;
  readonly state?: string;
  /** @default - TypeScript for a stack that CDKTF synthesized, HCL for all other code */
  readonly language?: Language;
  /** @default - that of the folder of the new code, else of the old, else CDK Terrain */
  readonly host?: Host;
  readonly prefix?: readonly string[];
  readonly var?: readonly string[];
  readonly varFile?: readonly string[];
  readonly offline?: true;
  readonly json?: true;
  readonly baseUrl?: string;
}

export async function convertProject(given: ConvertOptions): Promise<void> {
  const { dir, out } = given;
  await refuseFolder(dir, out);
  const connection = await connectIfAny(given);
  try {
    const old = await read(given, connection);
    const language = given.language ?? languageOfOld(old);
    if (given.host !== undefined && language === 'hcl')
      throw new Error(
        '--host: only code in TypeScript has a host. Leave it out, or add --language typescript.',
      );
    const host = chooseHost(given.host, out, dir);
    // As it was before the project was there.
    const namesHost = language === 'typescript' && host !== chooseHost(undefined, dirname(resolve(out)), dir);
    const options = { ...given, language, host, namesHost };
    const project = makeProject(old, convertConfiguration(old), options);
    await writeProject(old, project, options);
    await print(
      options.json
        ? jsonOf(options, project.conversion)
        : renderText(conversionBlocks({ ...project, ...options, stateFile: old.stateFile }), {
            width: widthOf(process.stdout),
          }),
    );
  } finally {
    await connection?.close();
  }
}

export interface Project {
  /** Text by path, `CONVERSION.md` included. */
  readonly files: ReadonlyMap<string, string>;
  readonly conversion: Conversion;
}

interface Chosen extends ConvertOptions {
  readonly language: Language;
  readonly host: Host;
  /** Whether the command line has to name the host, which the folders do not have. */
  readonly namesHost: boolean;
}

/** The language of the old code: TypeScript for a stack that CDKTF synthesized, as its file name shows. */
function languageOfOld({ modules }: ReadConfiguration): Language {
  const isStack = modules.some(({ files }) => files.some(({ path }) => /^cdk\.tf(?:\.json)?$/.test(path)));
  return isStack ? 'typescript' : 'hcl';
}

async function read(options: ConvertOptions, connection: Connection | undefined): Promise<ReadConfiguration> {
  const { dir, state, prefix = [], var: vars = [], varFile: varFiles = [] } = options;
  const prefixes = [...new Set([...defaultPrefixes, ...prefix])];
  const old = await readConfiguration(dir, {
    prefixes,
    vars,
    varFiles,
    ...(state !== undefined && { stateFile: state }),
    ...(connection && { connection }),
  });
  if (old.resources.length + old.dataSources.length + old.orphans.length === 0)
    throw new Error(nothingToConvert(dir, old.modules, prefixes));
  return old;
}

function nothingToConvert(dir: string, modules: readonly OldModule[], prefixes: readonly string[]): string {
  const types = modules.flatMap(({ files }) =>
    blocksIn(files, 'resource', 'data').flatMap(({ labels: [type = ''] }) => type),
  );
  const other = types.find(
    (type) =>
      !Object.hasOwn(contracts, type) &&
      [...oldKinds, ...oldDataKinds].some((kind) => type.endsWith(`_${kind}`)),
  );
  const kinds = oldKinds.map((kind) => `${prefixes[0] ?? ''}_${kind}`).join(', ');
  const hint =
    other === undefined
      ? `The types are ${kinds}.`
      : `It has ${other}: name the prefix of its provider with --prefix.`;
  return `${dir} has no resource of a retired type with the prefix ${prefixes.join(' or ')}. ${hint}`;
}

/** Refuses an output folder with other files or in the old one: files of the user are never overwritten. */
async function refuseFolder(dir: string, out: string): Promise<void> {
  if (resolve(dir) === resolve(out))
    throw new Error(
      `--out: ${out} is the folder with the old code. Name another one: the old one stays as it is.`,
    );
  if (!existsSync(out) || existsSync(join(out, reportFile))) return;
  if ((await readdir(out)).length > 0)
    throw new Error(`--out: ${out} is not empty, and no conversion wrote it. Name a new folder.`);
}

/** Connects to the API if there are credentials. Without them, the result lacks what only the API knows. */
async function connectIfAny({ offline, baseUrl }: ConvertOptions): Promise<Connection | undefined> {
  const { EDGE_API_TOKEN: token = '', EDGE_API_EMAIL: email = '', EDGE_API_KEY: key = '' } = process.env;
  const hasCredentials = token !== '' || (email !== '' && key !== '');
  return offline || !hasCredentials ? undefined : connect({ option: '--zone', values: [] }, baseUrl);
}

/** The files of the new code with its report, and the conversion as the report describes it. Pure. */
export function makeProject(old: ReadConfiguration, converted: Conversion, options: Chosen): Project {
  const { language, host } = options;
  const command = commandOf(options, old);
  const name = basename(resolve(old.folder));
  const all = { ...converted, findings: [...converted.findings, ...old.findings] };
  const {
    files,
    findings,
    section = [],
  } = language === 'hcl' ? writeHclProject(old, all) : writeTypescriptProject(old, all, { name, host });
  // Without new code, what is to do is in the old one.
  const conversion = isUnchanged(all) ? all : { ...all, findings };
  const statePath = statePathOf(old, language);
  const report = writeConversionReport(old, conversion, { language, command, statePath, section });
  const code = isUnchanged(conversion) ? [] : files;
  return { files: new Map<string, string>([...code, [reportFile, report]]), conversion };
}

/** The path in the new folder where Terraform or the project looks for the state; undefined where it is elsewhere. */
function statePathOf({ localState, folder }: ReadConfiguration, language: Language): string | undefined {
  if (localState?.isInFolder !== true) return undefined;
  return language === 'hcl' ? localState.path : localStateOf(basename(resolve(folder)));
}

async function writeProject(
  old: ReadConfiguration,
  { files, conversion }: Project,
  { out, language }: Chosen,
): Promise<void> {
  await writeProjectFiles(out, files);
  if (isUnchanged(conversion)) return;
  const { stateFile = '' } = old;
  const copies = (await findCopies(old, out))
    // A state has secrets, whatever its name is.
    .filter(({ from }) => from !== resolve(stateFile))
    .map(({ from, to }) => ({ from, to: language === 'hcl' ? to : pathInProject(to) }));
  await copyFiles(
    out,
    copies.filter(({ to }) => !files.has(to)),
  );
}

function jsonOf(
  { dir, out, language }: Chosen,
  { outcomes, findings, variables, moves }: Conversion,
): string {
  return formatDocument({
    dir,
    out,
    language,
    counts: Object.fromEntries(
      countOutcomes(outcomes).map(({ type, counts }) => [type, Object.fromEntries(counts)]),
    ),
    resources: outcomes,
    findings: findings.map(({ on: _on, place: _place, ...finding }) => finding),
    variables,
    moves,
  });
}

function commandOf({ dir, language, ...options }: Chosen, old: ReadConfiguration): string {
  const { state, out, host, namesHost, prefix, var: vars = [], varFile, baseUrl, offline } = options;
  return commandLine(`convert ${shellWord(dir)}`, {
    state,
    out,
    language: language === languageOfOld(old) ? undefined : language,
    host: namesHost ? host : undefined,
    prefix,
    // The value may be a secret.
    var: vars.map((each) => `${each.slice(0, each.indexOf('='))}=…`),
    varFile,
    baseUrl,
    offline,
  });
}
