import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeProject } from '../../lib/cli/convert/convert';
import { readConfiguration } from '../../lib/cli/convert/read';
import { convertConfiguration } from '../../lib/cli/convert/translate';
import { packageVersion } from '../../lib/client/package-version';
import { startEmulator, type Fixture } from '../../lib/emulator';
import { connectionTo } from './connection';
import { readFiles } from './folder';

/**
 * A folder of `test/convert`. `input` is the code of a user. `expected` has the HCL that `convert` writes, `expected-typescript` the
 * TypeScript: a case has one of them, or both. `values/<name>.tfvars` are values under which the HCL is planned, and
 * `values/<name>.json` beside one has the number of planned instances by address.
 */
export interface GoldenCase {
  readonly name: string;
  readonly folder: string;
  readonly languages: readonly Language[];
  readonly values: readonly string[];
}

type Language = 'hcl' | 'typescript';

export const goldenFolder = join(__dirname, '../convert');
export const expectedOf: Readonly<Record<Language, string>> = {
  hcl: 'expected',
  typescript: 'expected-typescript',
};

export const goldenCases: readonly GoldenCase[] = readdirSync(goldenFolder)
  .filter((name) => statSync(join(goldenFolder, name)).isDirectory())
  .sort()
  .map((name) => {
    const folder = join(goldenFolder, name);
    const values = join(folder, 'values');
    const isTypescript = existsSync(join(folder, expectedOf.typescript));
    return {
      name,
      folder,
      languages: [
        ...(isTypescript && !existsSync(join(folder, expectedOf.hcl)) ? [] : (['hcl'] as const)),
        ...(isTypescript ? (['typescript'] as const) : []),
      ],
      values: existsSync(values)
        ? readdirSync(values)
            .filter((file) => file.endsWith('.tfvars'))
            .map((file) => file.replace(/\.tfvars$/, ''))
        : [],
    };
  });

/**
 * What `convert` writes of a case: offline, unless it has a `service.json`.
 *
 * @param varFiles - none in the folders
 */
export async function convertGolden(
  { folder }: Pick<GoldenCase, 'folder'>,
  language: Language,
  varFiles: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const state = join(folder, 'state.json');
  const service = await serviceOf(folder);
  const old = await readConfiguration(join(folder, 'input'), {
    env: { PATH: process.env.PATH },
    varFiles,
    notify: () => undefined,
    connection: service?.connection,
    ...(existsSync(state) && { stateFile: state }),
  });
  await service?.close();
  const offline = service === undefined ? (true as const) : undefined;
  return makeProject(old, convertConfiguration(old), {
    dir: 'old',
    out: 'new',
    language,
    host: 'cdktn',
    namesHost: false,
    offline,
  }).files;
}

/** The service of a case with a `service.json`, a fixture of the emulator. */
async function serviceOf(folder: string) {
  const file = join(folder, 'service.json');
  if (!existsSync(file)) return undefined;
  const fixture = JSON.parse(readFileSync(file, 'utf8')) as Fixture;
  const emulator = await startEmulator({ fixture });
  const connection = connectionTo({ url: emulator.url, token: 'a-token' });
  const close = async () => {
    await connection.close();
    await emulator.close();
  };
  return { connection, close };
}

/** In place of the version of this package, so that a release changes no folder. */
export const versionOfCase = '0.0.0';

/** The cases that show everything. */
const inFull = new Set(['4.52', 'jobs', 'state', 'typescript', 'waf-migrated', 'waf-nested']);

/** What the other cases show: the code that is converted. The files around it are the same in kind. */
const converted: Readonly<Record<Language, RegExp>> = {
  hcl: /^(?!.*edge-(?:moves|provider|variables)\.tf$)/,
  typescript: /^(?!main|configuration)\w+\.ts$/,
};

/** What the code of a synthesized stack has beside the converted code. */
const ofStack = /^(?:CONVERSION\.md|\.gitignore|(?:configuration|edge)\.ts|terraform\/rest\.tf\.json)$/;

/** What the folder of a case has of the files that `convert` writes: those that it changes, without the version of this package. */
export function shownOf(
  { name, folder }: Pick<GoldenCase, 'name' | 'folder'>,
  language: Language,
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const isInFull = inFull.has(name);
  const shown = name === 'cdktf-stack' ? ofStack : isInFull ? /./ : converted[language];
  const given = readFiles(join(folder, 'input'));
  return new Map(
    [...files]
      .filter(([path, text]) => shown.test(path) && given.get(path) !== text)
      .map(([path, text]) => [
        path,
        (path === 'CONVERSION.md' && shown === converted.hcl ? findingsOf(text) : text).replaceAll(
          packageVersion(),
          versionOfCase,
        ),
      ]),
  );
}

/** The findings, without how to deploy and the table of the resources. */
function findingsOf(report: string): string {
  return report.slice(report.indexOf('## Lost'), report.indexOf('## Deploy'));
}
