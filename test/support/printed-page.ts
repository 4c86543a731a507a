import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../client/support/serve';
import { codeOf } from '../../lib/ground/words';
import { findTerraform } from '../../lib/terraform/binary';
import { makeFolder } from './folder';

const root = join(__dirname, '../..');

export interface PrintedBlock {
  readonly language: string;
  readonly text: string;
  /** The file that it goes into: in its first line, or in the sentence above it. */
  readonly file: string | undefined;
}

/** What the pages of a registry call the languages of the others. */
const names: Readonly<Record<string, string>> = { terraform: 'hcl', shell: 'sh' };

export function blocksOf(page: string): readonly PrintedBlock[] {
  const text = readFileSync(join(root, page), 'utf8');
  const fences = text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm);
  return [...fences].map(({ 1: indent = '', 2: language = '', 3: body = '', index }) => {
    const [above = ''] = /[^\n]*:\n\n$/.exec(text.slice(0, index)) ?? [];
    // What a command prints is no file, whatever the sentence above it is about.
    const named =
      language === 'text'
        ? null
        : (/^# (\S+\.\w+)\n/.exec(body) ?? /(?:^|in )`(\w[\w.-]*\.\w+)`/.exec(above));
    return {
      language: names[language] ?? language,
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      file: named?.[1],
    };
  });
}

export function firstMinutes(blocks: readonly PrintedBlock[]): readonly PrintedBlock[] {
  const [first = -1, last = -1] = ['npm init', 'npx cdktn destroy'].map((start) =>
    blocks.findIndex(({ text }) => text.startsWith(start)),
  );
  if (first < 0 || last < first) throw new Error('the README has no first five minutes');
  return blocks.slice(first, last + 1);
}

/** A block as its page says that users of CDKTF change it. */
export function withCdktf(block: PrintedBlock): PrintedBlock {
  const text = block.text
    .replaceAll('cdktf-edge-platform/cdktn', 'cdktf-edge-platform')
    .replaceAll('cdktn', 'cdktf');
  return { ...block, text };
}

export interface Outcome {
  readonly output: string;
  /** Each command that ended with another status than 0, behind that status. */
  readonly failed: readonly string[];
}

export interface PageReaderOptions {
  /** The executable of another Node.js than the running one. npm then installs what it is asked for. */
  readonly node?: string;
}

/** A person who has Node.js, Terraform and the package as npm packs it, and pastes block after block. */
export class PageReader {
  readonly #scratch = makeFolder();
  readonly #bin = join(this.#scratch, 'bin');
  #folders = 0;

  constructor({ node }: PageReaderOptions = {}) {
    mkdirSync(this.#bin);
    this.#addProgram('terraform', `exec ${findTerraform(process.env) ?? 'terraform'} "$@"`);
    const tarball = packPackage(this.#scratch);
    if (node === undefined) this.#linkPackages(tarball);
    else {
      symlinkSync(node, join(this.#bin, 'node'));
      const packages = `"\${@/#cdktf-edge-platform/${tarball}}"`;
      this.#addProgram('npm', `exec ${pathOf('npm')} ${packages}`, 'bash');
    }
  }

  /** Everything that the pages install, from the packages of this project. */
  #linkPackages(tarball: string): void {
    const modules = join(this.#scratch, 'node_modules');
    mkdirSync(join(modules, '.bin'), { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '-C', this.#scratch]);
    renameSync(join(this.#scratch, 'package'), join(modules, 'cdktf-edge-platform'));
    symlinkSync('../cdktf-edge-platform/dist/cli/main.js', join(modules, '.bin/edge-platform'));
    for (const name of ['cdktf', 'cdktn', 'constructs', 'tsx', 'cdktf-cli', 'typescript', '@types'])
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    // The command of CDK Terrain needs a later Node.js than this package. That of CDKTF runs apps of both.
    const programs = { tsx: 'tsx', cdktf: 'cdktf', cdktn: 'cdktf' };
    for (const [name, program] of Object.entries(programs))
      symlinkSync(join(root, 'node_modules/.bin', program), join(modules, '.bin', name));
    // The packages of an installation are those above. Everything else is npm's.
    const install = `case $1 in install | ci) shift ;; *) exec ${pathOf('npm')} "$@" ;; esac
ln -sfn ${modules} node_modules
for name in "$@"; do case $name in -*) ;; *) set -- "$@" "dependencies.$name=*" ;; esac; shift; done
[ $# -eq 0 ] || [ ! -f package.json ] || ${pathOf('npm')} pkg set "$@" > ${devNull}`;
    this.#addProgram('npm', install);
  }

  close(): void {
    rmSync(this.#scratch, { recursive: true, force: true });
  }

  /** Runs a script in an empty folder; ends what it leaves in the background. */
  async run(script: string, environment: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    const folder = join(this.#scratch, String((this.#folders += 1)));
    const failures = `${folder}.failed`;
    mkdirSync(folder);
    writeFileSync(failures, '');
    const port = String(await freePort());
    const whole = `set -E; trap 'printf "%s %s\\n" "$?" "$BASH_COMMAND" >> ${failures}' ERR\n${script}`;
    const output = await runShell(whole.replaceAll('8787', port), folder, {
      ...process.env,
      PATH: `${this.#bin}:${process.env.PATH ?? ''}`,
      HOME: this.#scratch,
      // Programs of npm keep compiled code in the temporary folder otherwise.
      NODE_COMPILE_CACHE: join(this.#scratch, 'compiled'),
      TF_CLI_CONFIG_FILE: devNull,
      CHECKPOINT_DISABLE: '1',
      CI: '1',
      ...person,
      EDGE_BASE_URL: '',
      EDGE_API_TOKEN: '',
      ...environment,
    });
    const failed = readFileSync(failures, 'utf8').replaceAll(port, '8787').split('\n');
    return { output, failed: failed.filter((line) => line !== '') };
  }

  #addProgram(name: string, text: string, shell = 'sh'): void {
    writeFileSync(join(this.#bin, name), `#!/usr/bin/env ${shell}\n${text}\n`, { mode: 0o755 });
  }
}

/** Who says yes where a command asks whether to go on, and has told git a name. */
const person = {
  CDKTF_AUTO_APPROVE: 'true',
  TF_CLI_ARGS_apply: '-auto-approve',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

/** What a person does with a block: pastes commands into the shell, and code into its file. */
export function pasteOf({ language, text, file }: PrintedBlock): string {
  if (language === 'sh') return untilListening(text);
  const target = file ?? (language === 'hcl' ? 'main.tf' : undefined);
  if (target === undefined) return '';
  return `cat ${file === undefined ? '>>' : '>'} ${target} <<'END-OF-BLOCK'\n${text}END-OF-BLOCK\n`;
}

/** A person takes longer to read what the emulator prints than it needs to start. */
function untilListening(commands: string): string {
  const wait = 'until curl -so /dev/null http://127.0.0.1:8787/; do sleep 0.1; done';
  return commands.replaceAll(/^.*edge-platform emulator .*&$/gm, (line) => `${line}\n${wait}`);
}

/** Returns the file. */
function packPackage(scratch: string): string {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', scratch];
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  const packed: unknown = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio }));
  const [{ filename }] = Object.values(packed as object) as [{ filename: string }];
  return join(scratch, filename);
}

function pathOf(program: string): string {
  return execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
}

/** Runs a script in a process group of its own. Resolves to what it wrote. */
function runShell(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const shell = spawn('bash', ['-c', script], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  shell.once('exit', () => {
    endGroup(shell.pid);
  });
  return new Promise((resolve, reject) => {
    shell.once('error', reject).once('close', () => {
      resolve(Buffer.concat(chunks).toString());
    });
  });
}

/** Nothing may be left of it. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}
