import { formatJson } from '../../ground/json';
import { compare } from '../../ground/compare';
import { hosts, type Host } from './host';
import { hyphenated } from './identifiers';
import { packageName as ownPackage } from './package-name';
import { packageVersion } from '../../client/package-version';

export interface ProjectOptions {
  /** The name of the project, any text: it becomes a name of npm, in lower case. */
  readonly name: string;
  readonly description: string;
  /** The file that the command of the host runs, such as `main.ts`. */
  readonly entry: string;
  readonly host: Host;
}

/**
 * The files around the code of a project in TypeScript, by path: `package.json`, `tsconfig.json`, `cdktf.json` and
 * `.gitignore`.
 */
export function projectFiles(options: ProjectOptions): Map<string, string> {
  const name = packageName(options.name);
  return new Map([
    ['package.json', formatJson(manifestOf(name, options))],
    ['tsconfig.json', formatJson(compilerOptions)],
    ['cdktf.json', formatJson(cdktfConfig(name, options.entry))],
    ['.gitignore', ignored.map((line) => `${line}\n`).join('')],
  ]);
}

function manifestOf(name: string, { description, host }: ProjectOptions) {
  const { dependencies, devDependencies, node } = hosts[host];
  return {
    name,
    version: '0.0.0',
    private: true,
    description,
    scripts: {
      check: 'tsc',
      synth: `${host} synth`,
      diff: `${host} diff`,
      deploy: `${host} deploy`,
    },
    dependencies: sorted({ ...dependencies, [ownPackage]: `^${packageVersion()}` }),
    devDependencies: sorted({
      ...devDependencies,
      '@types/node': '^20.19.43',
      tsx: '^4.23.15',
      typescript: '~6.0',
    }),
    engines: { node: `>=${node}.0` },
  };
}

/** In the order of npm. */
function sorted(versions: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(versions).sort(([a], [b]) => compare(a, b)));
}

const compilerOptions = {
  compilerOptions: {
    target: 'es2022',
    module: 'node16',
    types: ['node'],
    strict: true,
    noUnusedLocals: true,
    esModuleInterop: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['**/*.ts'],
  exclude: ['node_modules', 'cdktf.out'],
};

function cdktfConfig(projectId: string, entry: string) {
  return {
    language: 'typescript',
    app: `npx tsx ${entry}`,
    projectId,
    sendCrashReports: 'false',
    terraformProviders: [],
    terraformModules: [],
  };
}

/** The lines of `.gitignore`. The state may have secrets. */
const ignored = ['node_modules/', 'cdktf.out/', '.terraform/', '*.log', '*.tfstate', '*.tfstate.*'];

function packageName(text: string): string {
  const name = hyphenated(text, { most: 100 });
  return name === '' ? 'edge-platform' : name;
}
