import { join } from 'node:path';
import { isObject } from '../ground/json';
import type { Finished } from '../ground/program';
import { isolatedEnvironment, variableSettings } from '../terraform/binary';
import { TerraformError, TerraformFolder } from '../terraform/folder';
import { readDiagnostics, type TerraformDiagnostic } from '../terraform/messages';
import { emptyPlan, readPlan, type Plan } from '../terraform/plan';
import { readOutputs } from '../terraform/state';
import { isolate, stateFile, synthesize } from './stack';
import type { AnyConstruct, Connection, SynthesizedStack } from './stack';

export interface DeployOptions {
  /** Values of Terraform variables by name, such as those of `SecretVariable`s. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /**
   * Further environment variables of Terraform. By default it gets neither `TF_…` nor `EDGE_…` of your shell, no CLI
   * configuration, and `EDGE_RETRY_TIMEOUT_SECONDS=10`.
   */
  readonly env?: Readonly<Record<string, string>>;
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
    refuseUnknownVariables(synthesized, options.variables ?? {});
    isolate(synthesized, connection);
    this.#terraform = new TerraformFolder(synthesized.folder, isolatedEnvironment(), {
      EDGE_BASE_URL: connection.url,
      EDGE_API_TOKEN: connection.token,
      // A fault that never ends fails the test, before its time is over.
      EDGE_RETRY_TIMEOUT_SECONDS: '10',
      ...variableSettings(options.variables ?? {}),
      ...options.env,
    });
  }

  /** The folder that Terraform runs in. */
  get folder(): string {
    return this.#terraform.path;
  }

  /** The values of the stack's `TerraformOutput`s by name, sensitive ones too. */
  get outputs(): Readonly<Record<string, unknown>> {
    return readOutputs(join(this.folder, stateFile));
  }

  /** The warnings of the last deploy. */
  get warnings(): readonly TerraformDiagnostic[] {
    return this.#warnings;
  }

  /** Plans a deploy, and changes nothing. Throws `TerraformError` where the plan fails. */
  async plan(): Promise<Plan> {
    const file = 'test.tfplan';
    const finished = await this.#terraform.savePlan(file, ['-detailed-exitcode']);
    const { code, warnings } = outcomeOf('plan', finished, [0, 2]);
    return code === 0 ? emptyPlan(warnings) : readPlan(await this.#terraform.show(file), warnings);
  }

  /**
   * Deploys again: the same stack, or another version of it in its place. Throws `TerraformError` where the plan or the apply
   * fails.
   */
  async redeploy(appOrStack: AnyConstruct = this.#stack): Promise<void> {
    if (appOrStack !== this.#stack) this.#replaceBy(appOrStack);
    this.#warnings = (await this.#run('apply')).warnings;
  }

  /** Destroys what was deployed. Without it, everything ends with the emulator. */
  async destroy(): Promise<void> {
    await this.#run('destroy');
  }

  /** @internal Comes before everything else. */
  async _init(): Promise<void> {
    const { code, stderr } = await this.#terraform.init();
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

  async #run(command: 'apply' | 'destroy'): Promise<Outcome> {
    const args = [command, '-json', '-input=false', '-auto-approve'];
    return outcomeOf(command, await this.#terraform.start(args).finished, [0]);
  }
}

/** Terraform ignores the variables of the environment that a configuration does not declare. */
function refuseUnknownVariables(
  { name, config }: SynthesizedStack,
  variables: Readonly<Record<string, unknown>>,
): void {
  const declared = isObject(config.variable) ? Object.keys(config.variable) : [];
  const unknown = Object.keys(variables).filter((each) => !declared.includes(each));
  if (unknown.length === 0) return;
  const known = declared.length === 0 ? 'It has none.' : `It has ${declared.join(', ')}.`;
  throw new Error(`variables: the stack ${name} has no variable ${unknown.join(', ')}. ${known}`);
}

interface Outcome {
  readonly code: number;
  readonly warnings: readonly TerraformDiagnostic[];
}

function outcomeOf(command: string, finished: Finished, codes: readonly number[]): Outcome {
  const { code, stdout, stderr } = finished;
  const diagnostics = readDiagnostics(finished);
  if (!codes.includes(code)) throw new TerraformError(command, diagnostics, stdout + stderr);
  return { code, warnings: diagnostics.filter(({ severity }) => severity === 'warning') };
}
