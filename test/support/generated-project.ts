import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { linkPackages } from '../../examples/support/linked-packages';
import { runProgram } from '../../lib/ground/program';
import { makeFolderInPackage } from './after-test';
import { isExhaustive } from './exhaustive';
import { TerraformDir } from './terraform';

/** A CDKTF project that a command of this package wrote. It is removed after the test. */
export class GeneratedProject {
  /** Where the command writes it. It has no files yet. */
  readonly path: string;
  readonly #env: Readonly<Record<string, string>>;

  /** @param env - where the provider finds the service */
  constructor(env: Readonly<Record<string, string>>) {
    this.path = join(makeFolderInPackage(), 'project');
    this.#env = env;
  }

  install(): void {
    linkPackages(this.path);
  }

  uninstall(): void {
    rmSync(join(this.path, 'node_modules'), { recursive: true, force: true });
  }

  /**
   * Compiles the code with the `tsconfig.json` of the project, in an exhaustive run with the compiler that the project names,
   * otherwise with the native one, which is ten times as fast. Throws what the compiler says.
   */
  async compile(): Promise<void> {
    const [name, script] = isExhaustive
      ? ['typescript', 'bin/tsc']
      : ['@typescript/native-preview', 'bin/tsgo'];
    await this.#run(name, script, '--project', '.');
  }

  /**
   * Runs `main.ts` as `cdktf synth` does.
   *
   * @returns the warnings of its constructs
   */
  async synthesize(): Promise<readonly string[]> {
    await this.#run('tsx', 'dist/cli.mjs', 'main.ts');
    const { stacks } = JSON.parse(readFileSync(join(this.path, 'cdktf.out', 'manifest.json'), 'utf8')) as {
      readonly stacks: Readonly<
        Record<string, { readonly annotations: readonly { readonly message: string }[] }>
      >;
    };
    return Object.values(stacks).flatMap(({ annotations }) => annotations.map(({ message }) => message));
  }

  stack(name: string): TerraformDir {
    return this.terraform(join('cdktf.out', 'stacks', name));
  }

  terraform(folder = '.'): TerraformDir {
    return new TerraformDir(join(this.path, folder), { ...this.#env });
  }

  async #run(name: string, script: string, ...parameters: readonly string[]): Promise<void> {
    const folder = dirname(createRequire(__filename).resolve(`${name}/package.json`));
    const { code, output } = await runProgram(process.execPath, [join(folder, script), ...parameters], {
      cwd: this.path,
      env: { ...process.env, NODE_OPTIONS: '', CI: '1' },
    });
    if (code !== 0) throw new Error(`${name} failed:\n${output}`);
  }
}
