import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { connect, type Connection } from '../connection';
import { quoted } from '../import/report';
import type { Language } from '../import/project-folder';
import { writeProjectFiles } from '../project/write-files';
import { print, widthOf } from '../terminal';
import { countOutcomes, reportFile, writeConversionReport } from './conversion-report';
import { oldDataKinds, oldKinds, type Conversion, type OldModule } from './model';
import { defaultPrefixes, readConfiguration, type ReadConfiguration } from './read';
import { blocksIn } from './reduce/blocks';
import { formatConversion } from './report';
import { convertConfiguration } from './translate';
import { verifyConversion } from './verify/verify';
import { formatVerification, isVerified, verificationJson } from './verify/report';
import { copyFiles, findCopies } from './write/copies';
import { writeHclProject } from './write/hcl/project';
import { placesInProject, writeTypescriptProject } from './write/typescript';

export interface ConvertOptions {
  readonly dir: string;
  readonly out: string;
  readonly state?: string;
  readonly language: Language;
  readonly prefix: readonly string[];
  readonly var: readonly string[];
  readonly varFile: readonly string[];
  readonly offline: boolean;
  readonly verify: boolean;
  /** Whether an emulator in the state of the old code stands for the API. */
  readonly emulator: boolean;
  readonly json: boolean;
  readonly baseUrl?: string;
}

/** @returns the exit status */
export async function convertProject(options: ConvertOptions): Promise<number> {
  const { dir, out, language } = options;
  if (options.emulator && !options.verify)
    throw new Error('--emulator: add --verify, which plans against it.');
  await refuseFolder(dir, out);
  const connection = await connectIfAny(options);
  try {
    const old = await read(options, connection);
    const converted = convertConfiguration(old);
    const written = await writeProject(old, converted, options);
    const conversion = written.conversion;
    const verification = options.verify ? await verify(old, conversion, options, connection) : undefined;
    const { stateFile, localState } = old;
    await print(
      options.json
        ? `${JSON.stringify({ ...documentOf(options, conversion), ...(verification && { verification: verificationJson(verification) }) }, undefined, 2)}\n`
        : formatConversion(
            {
              dir,
              out,
              language,
              files: written.files,
              conversion,
              stateFile,
              localState,
            },
            options.verify ? undefined : commandLine({ ...options, verify: true }),
            widthOf(process.stdout),
          ) +
            (verification === undefined
              ? ''
              : `\n${formatVerification(verification, widthOf(process.stdout))}`),
    );
    return verification === undefined || isVerified(verification) ? 0 : 1;
  } finally {
    await connection?.close();
  }
}

async function read(options: ConvertOptions, connection: Connection | undefined): Promise<ReadConfiguration> {
  const { dir, state, prefix, var: vars, varFile: varFiles } = options;
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
    files.flatMap(({ content, path }) =>
      blocksIn(content, path).flatMap(({ section, labels: [type = ''] }) =>
        section === 'resource' || section === 'data' ? [type] : [],
      ),
    ),
  );
  const other = types.find((type) =>
    [...oldKinds, ...oldDataKinds].some((kind) => type.endsWith(`_${kind}`)),
  );
  const kinds = oldKinds.map((kind) => `${prefixes[0] ?? ''}_${kind}`).join(', ');
  const hint =
    other === undefined
      ? `The types are ${kinds}.`
      : `It has ${other}: name the prefix of its provider with --prefix.`;
  return `${dir} has no resource of a retired type with the prefix ${prefixes.join(' or ')}. ${hint}`;
}

/** Files of the user are never overwritten, and the old folder stays as it is. */
async function refuseFolder(dir: string, out: string): Promise<void> {
  if (resolve(dir) === resolve(out))
    throw new Error(
      `--out: ${out} is the folder with the old code. Name another one: the old one stays as it is.`,
    );
  if (!existsSync(out) || existsSync(join(out, reportFile))) return;
  if ((await readdir(out)).length > 0)
    throw new Error(`--out: ${out} is not empty, and no conversion wrote it. Name a new folder.`);
}

/** Without credentials the result is the same but for what only the API knows. */
async function connectIfAny({
  offline,
  baseUrl,
  verify: verifies,
  emulator,
}: ConvertOptions): Promise<Connection | undefined> {
  const { EDGE_API_TOKEN: token = '', EDGE_API_EMAIL: email = '', EDGE_API_KEY: key = '' } = process.env;
  const hasCredentials = token !== '' || (email !== '' && key !== '');
  if (offline || !hasCredentials) {
    if (verifies && !emulator)
      throw new Error(
        '--verify: plans need the API. Set EDGE_API_TOKEN, or add --emulator to plan against an emulator in the state of your code.',
      );
    return undefined;
  }
  return connect({ option: '--zone', values: [] }, baseUrl);
}

async function writeProject(old: ReadConfiguration, converted: Conversion, options: ConvertOptions) {
  const { dir, out, language } = options;
  // A verification afterwards must find the same text.
  const command = commandLine({ ...options, verify: false });
  const name = basename(resolve(dir));
  const { files, findings } =
    language === 'hcl'
      ? writeHclProject(old, converted)
      : writeTypescriptProject(old, converted, { name, command });
  const conversion = { ...converted, findings: [...converted.findings, ...findings, ...old.findings] };
  const report = writeConversionReport(old, conversion, {
    language,
    command,
    isStateLocal: old.localState?.isBeside === true,
  });
  const all = new Map<string, string>([...files, [reportFile, report]]);
  const placesOf = language === 'hcl' ? (path: string) => [path] : placesInProject;
  const copies = (await findCopies(old, out)).flatMap(({ from, to }) =>
    placesOf(to).map((place) => ({ from, to: place })),
  );
  await copyFiles(
    out,
    copies.filter(({ to }) => !all.has(to)),
  );
  await writeProjectFiles(out, all);
  return { conversion, files: files.size };
}

async function verify(
  old: ReadConfiguration,
  conversion: Conversion,
  { out, language, var: vars, varFile: varFiles, emulator: isEmulated }: ConvertOptions,
  connection: Connection | undefined,
) {
  const given = { language, vars, varFiles };
  const run = (against: string, env: NodeJS.ProcessEnv) =>
    verifyConversion(out, { old, conversion }, { ...given, against, env: { ...process.env, ...env } });
  if (!isEmulated) {
    const { baseUrl = '' } = connection ?? {};
    return run(baseUrl, { EDGE_BASE_URL: baseUrl });
  }
  if (old.state === undefined)
    throw new Error(
      '--emulator: there is no state to start it from. Pass that of the old code with --state.',
    );
  const { startFromState } = await import('../emulator/from-state/start.js');
  const { emulator } = await startFromState(old.state, {});
  try {
    const env = { EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token };
    return await run('an emulator in the state of the old code', env);
  } finally {
    await emulator.close();
  }
}

/** For programs. */
function documentOf(
  { dir, out, language }: ConvertOptions,
  { fates, findings, variables, moves }: Conversion,
) {
  return {
    dir,
    out,
    language,
    counts: Object.fromEntries(
      countOutcomes(fates).map(({ type, outcomes }) => [
        type,
        Object.fromEntries(outcomes.map(({ outcome, count }) => [outcome, count])),
      ]),
    ),
    resources: fates.map(({ findings: positions, ...fate }) => ({
      ...fate,
      findings: positions.flatMap((at) => findings[at]?.code ?? []),
    })),
    findings,
    variables,
    moves,
  };
}

/** The command with these options. */
function commandLine(options: ConvertOptions): string {
  const { dir, out, state, language, prefix, var: vars, varFile: varFiles, baseUrl } = options;
  const given: readonly (readonly [string, string | undefined])[] = [
    ['--state', state],
    ['--out', out],
    ['--language', language === 'typescript' ? undefined : language],
    ...prefix.map((each) => ['--prefix', each] as const),
    // The value may be a secret.
    ...vars.map((each) => ['--var', `${each.slice(0, each.indexOf('='))}=…`] as const),
    ...varFiles.map((each) => ['--var-file', each] as const),
    ['--base-url', baseUrl],
  ];
  return [
    `npx edge-platform convert ${quoted(dir)}`,
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${quoted(value)}`])),
    ...(options.offline ? ['--offline'] : []),
    ...(options.verify ? ['--verify'] : []),
  ].join(' ');
}
