import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { terraformName } from '../terraform-binary';
import { emptyPlan, readPlan, type Plan } from './plan';
import { isolate, stateFile, synthesize, type AnyConstruct, type Connection } from './stack';
import { TerraformFolder, type Finished } from './terraform/folder';
import { readMessages, type TerraformDiagnostic } from './terraform/messages';

export interface DeployOptions {
  /** Values of Terraform variables by name, such as those of `SecretVariable`s. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /**
   * Further environment variables of Terraform. By default it gets neither `TF_…` nor `EDGE_…` of your shell, no CLI
   * configuration, and `EDGE_RETRY_TIMEOUT_SECONDS=10`.
   */
  readonly env?: Readonly<Record<string, string>>;
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

/** A stack that was deployed against an emulator, in a temporary folder with its own state. */
export class Deployment {
  readonly #terraform: TerraformFolder;
  readonly #outdir: string;
  readonly #connection: Connection;
  #stack: AnyConstruct;
  #warnings: readonly TerraformDiagnostic[] = [];

  /** @internal Made by `deploy` of the emulator. */
  constructor(stack: AnyConstruct, outdir: string, connection: Connection, options: DeployOptions) {
    this.#stack = stack;
    this.#outdir = outdir;
    this.#connection = connection;
    const synthesized = synthesize(stack, outdir);
    isolate(synthesized, connection);
    this.#terraform = new TerraformFolder(synthesized.folder, {
      EDGE_BASE_URL: connection.url,
      EDGE_API_TOKEN: connection.token,
      // A fault that never ends fails the test, before its time is over.
      EDGE_RETRY_TIMEOUT_SECONDS: '10',
      ...variablesOf(options),
      ...options.env,
    });
  }

  /** The folder that Terraform runs in. */
  get folder(): string {
    return this.#terraform.path;
  }

  /** The values of the stack's `TerraformOutput`s by name, sensitive ones too. */
  get outputs(): Readonly<Record<string, unknown>> {
    const path = join(this.folder, stateFile);
    if (!existsSync(path)) return {};
    const { outputs = {} } = JSON.parse(readFileSync(path, 'utf8')) as State;
    return Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]));
  }

  /** The warnings of the last deploy. */
  get warnings(): readonly TerraformDiagnostic[] {
    return this.#warnings;
  }

  /** What a deploy would do now. Throws `TerraformError` where the plan fails. */
  async plan(): Promise<Plan> {
    const file = 'test.tfplan';
    const run = await this.#run('plan', ['-detailed-exitcode', `-out=${file}`], [0, 2]);
    if (run.code === 0) return emptyPlan(run.warnings);
    const { stdout } = await this.#terraform.start(['show', '-json', file]).finished;
    return readPlan(JSON.parse(stdout), run.warnings);
  }

  /**
   * Deploys again: the same stack, or another version of it in its place. Throws `TerraformError` where the plan or the apply
   * fails.
   */
  async redeploy(appOrStack: AnyConstruct = this.#stack): Promise<void> {
    if (appOrStack !== this.#stack) this.#replaceBy(appOrStack);
    this.#warnings = (await this.#run('apply', ['-auto-approve'])).warnings;
  }

  /** Destroys what was deployed. Without it, everything ends with the emulator. */
  async destroy(): Promise<void> {
    await this.#run('destroy', ['-auto-approve']);
  }

  /** @internal Comes before everything else. */
  async _init(): Promise<void> {
    const { code, stderr } = await this.#terraform.start(['init', '-input=false', '-no-color']).finished;
    if (code !== 0) throw new TerraformError('init', [], stderr);
  }

  /** @internal Interrupts what still runs. */
  async _stop(): Promise<void> {
    await this.#terraform.stop();
  }

  #replaceBy(appOrStack: AnyConstruct): void {
    const synthesized = synthesize(appOrStack, this.#outdir);
    if (synthesized.folder !== this.folder)
      throw new Error(`The stack has another id, ${synthesized.name}: deploy it on its own.`);
    isolate(synthesized, this.#connection);
    this.#stack = appOrStack;
  }

  async #run(command: string, args: readonly string[], codes = [0]): Promise<Outcome> {
    const all = [command, '-json', '-input=false', ...args];
    const finished = await this.#terraform.start(all).finished;
    const diagnostics = diagnosticsOf(finished);
    if (!codes.includes(finished.code))
      throw new TerraformError(command, diagnostics, finished.stdout + finished.stderr);
    return { code: finished.code, warnings: diagnostics.filter(({ severity }) => severity === 'warning') };
  }
}

interface Outcome {
  readonly code: number;
  readonly warnings: readonly TerraformDiagnostic[];
}

/** The part of Terraform's state file that has the outputs. */
interface State {
  readonly outputs?: Readonly<Record<string, { readonly value: unknown }>>;
}

function variablesOf({ variables = {} }: DeployOptions): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      `TF_VAR_${name}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

function diagnosticsOf(finished: Finished): readonly TerraformDiagnostic[] {
  try {
    return readMessages(finished).flatMap(({ diagnostic }) => diagnostic ?? []);
  } catch {
    // Terraform prints some failures of its own as text.
    return [];
  }
}

/** As Terraform shows it, in plain text. */
function textOf({ summary, detail, address, snippet }: TerraformDiagnostic): string {
  const place = snippet?.context ?? address;
  return [`Error: ${summary}`, ...(place === undefined ? [] : [`  with ${place}`]), detail]
    .filter((line) => line !== '')
    .join('\n');
}
