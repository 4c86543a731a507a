import { parseJson } from '../ground/json';
import { startProgram, type Finished, type Running } from '../ground/program';
import { requireTerraform } from './binary';
import { TerraformError } from './failure';

/** A working directory of Terraform. Runs never block this process, so a server in it can answer meanwhile. */
export class TerraformFolder {
  readonly path: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #running = new Set<Running>();

  /**
   * @param env - the environment, see environment.ts. It also says which Terraform runs
   * @param settings - further variables of the environment
   */
  constructor(path: string, env: NodeJS.ProcessEnv, settings: Readonly<Record<string, string>> = {}) {
    this.path = path;
    this.#env = env;
    this.#settings = settings;
  }

  /** Runs `terraform <args>`. Throws where there is no Terraform. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const running = startProgram(requireTerraform(this.#env), args, {
      cwd: this.path,
      env: { ...this.#env, ...this.#settings, ...env },
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
