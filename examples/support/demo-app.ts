import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runProgram } from '../../lib/ground/program';
import type { Narrator } from '../../lib/cli/demo/narrator';

const root = join(__dirname, '..', '..');

/** A copy of an example in a temporary folder, in which the real cdktf command runs. `close` removes it. */
export class DemoApp {
  readonly #scratch: string;
  readonly #folder: string;
  readonly #stack: string;
  readonly #env: NodeJS.ProcessEnv;

  /** @param generated - for an app that a command writes: the folder that it is written to, and its stack */
  constructor(
    example: string,
    env: NodeJS.ProcessEnv,
    generated?: { readonly folder: string; readonly stack: string },
  ) {
    const scratch = join(root, '.tmp');
    mkdirSync(scratch, { recursive: true });
    this.#scratch = mkdtempSync(join(scratch, `${example}-`));
    this.#folder = join(this.#scratch, generated?.folder ?? '');
    this.#stack = generated?.stack ?? example;
    // No update checks, no colors, no prompts.
    this.#env = {
      ...process.env,
      CHECKPOINT_DISABLE: '1',
      DISABLE_VERSION_CHECK: '1',
      CI: '1',
      FORCE_COLOR: '0',
      ...env,
    };
    for (const file of generated === undefined ? ['main.ts', 'cdktf.json'] : []) {
      cpSync(join(root, 'examples', example, file), join(this.#folder, file));
    }
  }

  get folder(): string {
    return this.#folder;
  }

  setVariable(name: string, value: string): void {
    this.#env[`TF_VAR_${name}`] = value;
  }

  /** Edits the source of the app. */
  edit(text: string, replacement: string): void {
    const file = join(this.#folder, 'main.ts');
    const source = readFileSync(file, 'utf8');
    if (!source.includes(text)) throw new Error(`main.ts does not contain "${text}"`);
    writeFileSync(file, source.replace(text, replacement));
  }

  /** Runs `cdktf <arguments>`; returns its output, or throws it when the command fails. */
  async cdktf(...args: string[]): Promise<string> {
    const { code, output } = await this.#run(process.execPath, [cdktfCommand(), ...args]);
    if (code === 0) return output;
    throw new Error(`cdktf ${args.join(' ')} failed:\n${output}`);
  }

  /** Compiles the app with its own `tsconfig.json`. */
  async compile(): Promise<void> {
    const { code, output } = await this.#run(process.execPath, [
      createRequire(__filename).resolve('typescript/bin/tsc'),
    ]);
    if (code !== 0) throw new Error(`tsc failed:\n${output}`);
  }

  /** The resource changes in the plan of the synthesized stack. */
  async plan(): Promise<string> {
    return (await this.diff()).plan;
  }

  /** The resource changes and the warnings in the plan of the synthesized stack. */
  async diff(): Promise<{ readonly plan: string; readonly warnings: string }> {
    const output = await this.cdktf('diff', '--skip-synth');
    // The name of the stack, or blanks below it.
    const margin = new RegExp(`^(?:${this.#stack}| {${this.#stack.length}}) {2}`);
    const lines = output.split('\n').map((line) => line.replace(margin, '').trimEnd());
    const first = lines.findIndex((line) => /(Terraform|OpenTofu) will perform/.test(line)) + 1;
    const last = lines.findIndex((line) => line.trimStart().startsWith('Plan:'));
    const rest = lines.slice(last + 1);
    const [from, to] = [/^ *Warning: /, /^ *─/].map((mark) => rest.findIndex((line) => mark.test(line)));
    return {
      plan: outdent(lines.slice(first, last + 1)),
      warnings: from === undefined || from < 0 ? '' : outdent(rest.slice(from, to)),
    };
  }

  /** The step of a demo that shows that a second plan is empty. */
  async showEmptyPlan(narrator: Narrator): Promise<void> {
    narrator.step('A second plan is empty');
    const output = await this.cdktf('diff', '--skip-synth');
    if (!output.includes('No changes.')) throw new Error(`the plan is not empty:\n${output}`);
    narrator.say('No changes.');
  }

  /** Deploys the synthesized stack; returns its outputs. */
  async deploy(): Promise<Record<string, string>> {
    const file = join(this.#folder, 'outputs.json');
    await this.cdktf('deploy', '--skip-synth', '--auto-approve', '--outputs-file', file);
    const outputs = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, string>>;
    return outputs[this.#stack] ?? {};
  }

  async destroy(): Promise<void> {
    await this.cdktf('destroy', '--skip-synth', '--auto-approve');
  }

  /** The files of the stack's folder. */
  async synthesizedFiles(): Promise<string[]> {
    const folder = join(this.#folder, 'cdktf.out', 'stacks', this.#stack);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  }

  close(): Promise<void> {
    rmSync(this.#scratch, { recursive: true, force: true });
    return Promise.resolve();
  }

  async #run(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
    const { code, output } = await runProgram(command, args, { cwd: this.#folder, env: this.#env });
    return { code, output: stripVTControlCharacters(output) };
  }
}

function cdktfCommand(): string {
  const manifest = createRequire(__filename).resolve('cdktf-cli/package.json');
  return join(dirname(manifest), 'bundle', 'bin', 'cdktf.js');
}

/** Removes the common indentation and the surrounding empty lines. */
function outdent(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== '');
  const margin = Math.min(...filled.map((line) => line.length - line.trimStart().length));
  return lines
    .map((line) => line.slice(margin))
    .join('\n')
    .replace(/^\n+|\s+$/g, '');
}
