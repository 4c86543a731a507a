import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { findTerraform } from '../../terraform-binary';

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** Settles when the process is gone, whatever its exit code; a signal counts as -1. */
  readonly finished: Promise<Finished>;
}

/** A working directory of terraform. Runs never block this process, so a server in it can answer meanwhile. */
export class TerraformFolder {
  readonly path: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #running = new Set<Running>();

  constructor(path: string, env: Readonly<Record<string, string>> = {}) {
    mkdirSync(path, { recursive: true });
    this.path = path;
    this.#env = { ...inheritedEnvironment(), ...env };
  }

  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const child = spawn(requireTerraform(), args, {
      cwd: this.path,
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const running = { child, finished: finish(child) };
    this.#running.add(running);
    void running.finished.catch(() => undefined).finally(() => this.#running.delete(running));
    return running;
  }

  /** Interrupts what still runs, and waits until it has ended. */
  async stop(): Promise<void> {
    const running = [...this.#running];
    for (const { child } of running) child.kill();
    await Promise.allSettled(running.map(({ finished }) => finished));
  }
}

/** Neither the settings of the developer nor Terraform's questions to the network get into a test. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(TF_|EDGE_)/.test(name));
  return {
    ...Object.fromEntries(own),
    TF_CLI_CONFIG_FILE: devNull,
    CHECKPOINT_DISABLE: '1',
    TF_IN_AUTOMATION: '1',
  };
}

function requireTerraform(): string {
  const path = findTerraform(process.env);
  if (path !== undefined) return path;
  const { TERRAFORM_BINARY_NAME: name = '' } = process.env;
  throw new Error(
    `Cannot find ${name === '' ? 'terraform or tofu on the PATH' : `${name}, which TERRAFORM_BINARY_NAME names`}. ` +
      'Install Terraform or OpenTofu 1.11 or later.',
  );
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
