import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';

/** Terraform or OpenTofu: jest.config.js has the default. */
const { TERRAFORM_BINARY_NAME: binary = '', PATH = '' } = process.env;

/** Where the binary is: on the PATH, unless its name is a path. */
export const terraformPath = (
  basename(binary) === binary
    ? PATH.split(delimiter).map((folder) => join(folder, binary))
    : [resolve(binary)]
)
  .flatMap((path) => [path, `${path}.exe`])
  .find((path) => existsSync(path));

/** Whether the binary is OpenTofu, which has a registry of its own. */
export function isOpenTofu(): boolean {
  return (knownToBeOpenTofu ??= terraformPath !== undefined && askWhetherOpenTofu(terraformPath));
}

let knownToBeOpenTofu: boolean | undefined;

function askWhetherOpenTofu(path: string): boolean {
  return execFileSync(path, ['version'], { encoding: 'utf8', env: inherited() }).startsWith('OpenTofu');
}

/**
 * A suite that runs the real terraform. Where there is none, a developer's run skips it and says so; a run in CI
 * fails, so that nothing is thought proven that was never run.
 */
export function describeWithTerraform(name: string, suite: () => void): void {
  if (terraformPath !== undefined) {
    describe(name, suite);
    return;
  }
  if (process.env.CI !== undefined && process.env.CI !== '') {
    describe(name, () => {
      it('has terraform', () => {
        throw new Error(`Cannot find ${binary}: install it in CI, these suites are not optional there`);
      });
    });
    return;
  }
  // Skipped, not failed: a contributor without terraform can still run everything else.
  describe.skip(`${name} (skipped: cannot find ${binary})`, suite);
}

/** The name Terraform gives this machine's platform in the folders of plugins. */
export function terraformPlatform(): string {
  const systems: Readonly<Record<string, string>> = { win32: 'windows' };
  const architectures: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };
  return `${systems[process.platform] ?? process.platform}_${architectures[process.arch] ?? process.arch}`;
}

/** An empty folder for one story. Call `remove()` at its end. */
export function makeTerraformFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'terraform-story-'));
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A line of a run with `-json`. */
export interface Message {
  readonly type: string;
  readonly change?: {
    readonly resource: { readonly addr: string; readonly resource_name: string };
    readonly action: string;
    readonly reason?: string;
  };
  readonly diagnostic?: {
    readonly severity: string;
    readonly summary: string;
    readonly detail: string;
    readonly address?: string;
    readonly range?: { readonly filename: string };
    /** The place in the configuration: the block, and the line with the attribute. */
    readonly snippet?: { readonly context: string | null; readonly code: string };
  };
  readonly outputs?: Readonly<Record<string, { readonly value?: unknown }>>;
}

/** What `plan -json`, `apply -json` and `destroy -json` say. */
export function readMessages({ stdout }: Finished): readonly Message[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Message);
}

export interface Running {
  readonly child: ChildProcess;
  /** Settles when the process is gone, whatever its exit code; a signal counts as -1. */
  readonly finished: Promise<Finished>;
}

export interface PlanOutcome extends Finished {
  /** What would be added, changed and destroyed, added up: a replacement counts as two. */
  readonly changes: number;
}

export interface ApplyOutcome {
  /** What was planned, as `update edge_logpush_job.logs`. */
  readonly changes: readonly string[];
  /** What the refresh found changed. */
  readonly drifted: readonly string[];
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly diagnostics: readonly Required<Message>['diagnostic'][];
}

interface RunOptions {
  /** Any other exit code throws, with what terraform wrote. 0 by default. */
  readonly expectCode?: number | readonly number[];
}

/** A working directory of terraform. Runs never block this process, so a server in it can answer meanwhile. */
export class TerraformDir {
  readonly path: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(path: string, env: Readonly<Record<string, string>> = {}) {
    mkdirSync(path, { recursive: true });
    this.path = path;
    this.#env = { ...inherited(), ...env };
  }

  /** Writes the whole configuration, as JSON, instead of what was there. */
  configure(main: object): void {
    this.write('main.tf.json', JSON.stringify(main, null, 2));
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.path, name), content);
  }

  /** Starts terraform without waiting, for stories that interrupt it. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const child = spawn(terraformPath ?? binary, args, {
      cwd: this.path,
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, finished: finish(child) };
  }

  async run(args: readonly string[], { expectCode = 0 }: RunOptions = {}): Promise<Finished> {
    const outcome = await this.start(args).finished;
    if (![expectCode].flat().includes(outcome.code)) {
      throw new Error(
        `${binary} ${args.join(' ')} ended with ${outcome.code}, expected ${[expectCode].flat().join(' or ')}\n` +
          `${outcome.stdout}\n${outcome.stderr}`,
      );
    }
    return outcome;
  }

  init(): Promise<Finished> {
    return this.run(['init', '-input=false', '-no-color']);
  }

  validate(options: RunOptions = {}): Promise<Finished> {
    return this.run(['validate', '-no-color'], options);
  }

  /** Code 0: nothing to do; 2: something to do. */
  async plan(args: readonly string[] = []): Promise<PlanOutcome> {
    const outcome = await this.run(['plan', '-detailed-exitcode', '-input=false', '-no-color', ...args], {
      expectCode: [0, 2],
    });
    return { ...outcome, changes: countChanges(outcome.stdout) };
  }

  apply(args: readonly string[] = [], options: RunOptions = {}): Promise<Finished> {
    return this.run(['apply', '-auto-approve', '-input=false', '-no-color', ...args], options);
  }

  /** Plans and applies in one process, and answers what Terraform said as JSON. */
  async applyJson(...args: string[]): Promise<ApplyOutcome> {
    const messages = readMessages(
      await this.run(['apply', '-auto-approve', '-input=false', '-json', ...args]),
    );
    const changesOf = (type: string) =>
      messages.flatMap((each) =>
        each.type === type && each.change !== undefined
          ? [`${each.change.action} ${each.change.resource.addr}`]
          : [],
      );
    const outputs = messages.findLast(({ type }) => type === 'outputs')?.outputs ?? {};
    return {
      changes: changesOf('planned_change').sort(),
      drifted: changesOf('resource_drift').sort(),
      outputs: Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value])),
      diagnostics: messages.flatMap(({ diagnostic }) => diagnostic ?? []),
    };
  }

  destroy(options: RunOptions = {}): Promise<Finished> {
    return this.run(['destroy', '-auto-approve', '-input=false', '-no-color'], options);
  }

  /** The state, or a saved plan, as `terraform show -json` gives it. */
  async show(planFile?: string): Promise<unknown> {
    const args = planFile === undefined ? [] : [planFile];
    const { stdout } = await this.run(['show', '-json', ...args]);
    return JSON.parse(stdout) as unknown;
  }
}

/** Neither the developer's own settings nor Terraform's questions to the network get into a story. */
function inherited(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(TF_|EDGE_)/.test(name));
  return {
    ...Object.fromEntries(own),
    TF_CLI_CONFIG_FILE: '/dev/null',
    CHECKPOINT_DISABLE: '1',
    TF_IN_AUTOMATION: '1',
  };
}

function finish(child: ChildProcess): Promise<Finished> {
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString('utf8');
      resolve({ code: code ?? -1, stdout: text(stdout), stderr: text(stderr) });
    });
  });
}

/** Reads "Plan: 1 to add, 0 to change, 0 to destroy." */
function countChanges(stdout: string): number {
  const line = /^Plan: (.*)$/m.exec(stdout)?.[1] ?? '';
  return [...line.matchAll(/(\d+) to (?:add|change|destroy)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}
