import { parseJson } from '../ground/json';
import { startProgram, type Finished, type Running } from '../ground/program';
import { requireTerraform, terraformName } from './binary';
import type { TerraformDiagnostic } from './messages';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename } from 'node:path';

/** A working directory of Terraform. Runs never block this process, so a server in it can answer meanwhile. */
export class TerraformFolder {
  readonly #running = new Set<Running>();

  /**
   * @param env - the environment, see environment.ts. It also says which Terraform runs
   * @param variables - further ones of the environment
   */
  constructor(
    readonly path: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly variables: Readonly<Record<string, string>> = {},
  ) {}

  /** Runs `terraform <args>`. Throws where there is no Terraform. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const running = startProgram(requireTerraform(this.env), args, {
      cwd: this.path,
      env: { ...this.env, ...this.variables, ...env },
    });
    this.#running.add(running);
    void running.finished.catch(() => undefined).finally(() => this.#running.delete(running));
    return running;
  }

  /** Runs `terraform init`, whatever its exit code. */
  async init(): Promise<Finished> {
    return this.start(['init', '-input=false', '-no-color']).finished;
  }

  /** Plans into a file, whatever the exit code. stdout has messages, see messages.ts. */
  async savePlan(file: string, args: readonly string[] = []): Promise<Finished> {
    return this.start(['plan', '-json', '-input=false', `-out=${file}`, ...args]).finished;
  }

  /**
   * The state, or a saved plan, as `terraform show -json` prints it.
   *
   * @throws a TerraformError where Terraform cannot read it
   */
  async show(planFile?: string): Promise<unknown> {
    const shown = await this.start(['show', '-json', ...(planFile === undefined ? [] : [planFile])]).finished;
    if (shown.code !== 0) throw new TerraformError('show', [], shown.output);
    return parseJson(shown.stdout);
  }

  /** Interrupts what still runs, and waits until it has ended. */
  async stop(): Promise<void> {
    const running = [...this.#running];
    for (const { child } of running) child.kill();
    await Promise.allSettled(running.map(({ finished }) => finished));
  }
}

/** A failed run of Terraform. Its message has the errors that Terraform reported. */
export class TerraformError extends Error {
  override readonly name = 'TerraformError';

  constructor(
    command: string,
    /** The errors and warnings of the run. */
    readonly diagnostics: readonly TerraformDiagnostic[],
    output: string,
  ) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error').map(textOf);
    super(
      [
        `${terraformName(process.env)} ${command} failed:`,
        ...(errors.length > 0 ? errors : [output.trim()]),
      ].join('\n\n'),
    );
  }
}

/** A diagnostic as Terraform shows it, in plain text. */
function textOf({ summary, detail, address, snippet }: TerraformDiagnostic): string {
  const place = snippet?.context ?? address;
  return [`Error: ${summary}`, ...(place === undefined ? [] : [`  with ${place}`]), detail]
    .filter((line) => line !== '')
    .join('\n');
}

/** The files that Terraform, git and package managers keep in a folder of code. */
const kept = /^(?:\.terraform|\.git|node_modules|.*\.tfstate.*)$/;

/**
 * Copies a folder of Terraform code without its state, so that a plan in the copy touches nothing of it. Links are followed: a
 * change of the copy must not reach the file that a link leads to.
 *
 * @param isLeftOut - further files and folders to leave out, by name
 */
export async function copyFolder(
  from: string,
  to: string,
  isLeftOut: (name: string) => boolean,
): Promise<void> {
  await cp(from, to, {
    recursive: true,
    dereference: true,
    // A link may lead nowhere.
    filter: (path) => {
      const name = basename(path);
      return path === from || (!kept.test(name) && !isLeftOut(name) && existsSync(path));
    },
  });
}
