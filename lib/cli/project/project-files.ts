import { formatJson } from '../../ground/json';
import { hyphenated } from './identifiers';
import { packageVersion } from '../../client/package-version';

export interface ProjectOptions {
  /** The name of the project, any text: it becomes a name of npm, in lower case. */
  readonly name: string;
  readonly description: string;
  /** The file that `cdktf` runs, such as `main.ts`. */
  readonly entry: string;
}

/**
 * The files around the code of a CDKTF project in TypeScript, by path: `package.json`, `tsconfig.json`, `cdktf.json` and
 * `.gitignore`.
 */
export function projectFiles(options: ProjectOptions): Map<string, string> {
  const name = packageName(options.name);
  return new Map([
    ['package.json', formatJson(manifestOf(name, options.description))],
    ['tsconfig.json', formatJson(compilerOptions)],
    ['cdktf.json', formatJson(cdktfConfig(name, options.entry))],
    ['.gitignore', ignored.map((line) => `${line}\n`).join('')],
  ]);
}

function manifestOf(name: string, description: string) {
  return {
    name,
    version: '0.0.0',
    private: true,
    description,
    scripts: {
      check: 'tsc',
      synth: 'cdktf synth',
      diff: 'cdktf diff',
      deploy: 'cdktf deploy',
    },
    dependencies: {
      cdktf: '^0.21.0',
      'cdktf-edge-platform': `^${packageVersion()}`,
      constructs: '^10.4.2',
    },
    devDependencies: {
      '@types/node': '^20.19.43',
      'cdktf-cli': '^0.21.0',
      tsx: '^4.23.15',
      typescript: '~6.0',
    },
    engines: { node: '>=20.19.0' },
  };
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
