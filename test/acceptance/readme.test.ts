import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultZoneId, startEmulator } from '../../lib/emulator';
import { freePort } from '../client/support/serve';
import { pick } from '../emulator/support';
import { listOf } from '../support/edge-stack';
import { describeWithTerraform, TerraformDir } from '../support/terraform';

const root = join(__dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** As the README says it: the command of CDK Terrain needs a later Node.js than this one. */
const withCdktf = (text: string) =>
  text.replaceAll('cdktn', 'cdktf').replaceAll('edge-platform/cdktf', 'edge-platform');

function blockOf(language: string): string {
  const [, text = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme) ?? [];
  return text;
}

/** The lines of `shown` that `whole` does not have behind the ones before them. */
function missingLines(shown: readonly string[], whole: readonly string[]): string[] {
  let from = 0;
  return shown.filter((line) => {
    const at = whole.indexOf(line, from);
    if (at >= 0) from = at + 1;
    return at < 0;
  });
}

/** The commands of a section, as a person pastes them one block after the other. */
function commandsOf(heading: string): string {
  const [, section = ''] = new RegExp(`^## ${heading}$([\\s\\S]*?)^##`, 'm').exec(readme) ?? [];
  const blocks = [...section.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, text = '']) => text);
  return blocks.map((block) => block.replaceAll(/^ {3}/gm, '')).join('\n');
}

/** Installs the package as npm links a folder. Returns the folder of its command. */
function linkPackage(folder: string): string {
  const bin = join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(root, join(folder, 'node_modules', 'cdktf-edge-platform'));
  symlinkSync(join(root, 'dist/cli/main.js'), join(bin, 'edge-platform'));
  return bin;
}

/** Runs a script in a process group of its own, and ends what it leaves in the background. Resolves to stdout. */
function runShell(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const shell = spawn('bash', ['-c', script], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  shell.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  shell.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  shell.once('exit', () => {
    if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGTERM');
  });
  return new Promise((resolve, reject) => {
    shell.once('error', reject).once('close', (code) => {
      const text = Buffer.concat(stdout).toString();
      if (code === 0) resolve(text);
      else
        reject(
          new Error(`the script ended with ${String(code)}\n${text}\n${Buffer.concat(stderr).toString()}`),
        );
    });
  });
}

/** Prints the jobs and the rulesets of the zone. */
const listObjects = ['logpush/jobs', 'rulesets']
  .map((path) => `/zones/${defaultZoneId}/${path}`)
  .map(
    (path) => `echo "listed $(curl -s -H "authorization: Bearer $EDGE_API_TOKEN" $EDGE_BASE_URL${path})"\n`,
  )
  .join('')
  // `$` in a replacement.
  .replaceAll('$', '$$$$');

describeWithTerraform('the example of the README', () => {
  it('delivers the line that the README shows in its first five minutes, and leaves nothing behind', async () => {
    // Inside the package, where its name leads to what was built, as in a project that has it installed.
    mkdirSync(join(root, '.tmp'), { recursive: true });
    const folder = mkdtempSync(join(root, '.tmp', 'readme-minutes-'));
    try {
      const commands = withCdktf(commandsOf('First five minutes'));
      expect(commands).toContain('npm install cdktf-edge-platform cdktf constructs\n');
      writeFileSync(join(folder, 'main.ts'), withCdktf(blockOf('ts')));
      writeFileSync(join(folder, 'package.json'), '{ "name": "first-minutes" }');
      const port = await freePort();
      const installed = commands
        .replaceAll(/^npm (init|install) .*\n/gm, '')
        .replaceAll('8787', String(port))
        // A person takes longer to read what the emulator prints than it needs to start.
        .replace(
          /^(export EDGE_BASE_URL=.*)$/m,
          '$1\nuntil curl -so /dev/null $EDGE_BASE_URL; do sleep 0.1; done',
        )
        .replace(/^(?=npx cdktf destroy)/m, listObjects)
        .replace(/^(?=kill %1$)/m, listObjects);
      const bin = join(root, 'node_modules', '.bin');
      const stdout = await runShell(`set -e\n${installed}`, folder, {
        ...process.env,
        PATH: `${linkPackage(folder)}:${bin}:${process.env.PATH ?? ''}`,
        TF_CLI_CONFIG_FILE: '/dev/null',
        CHECKPOINT_DISABLE: '1',
        CI: '1',
      });
      const [, shown = ''] = /^ {3}```text\n([\s\S]*?)^ {3}```/m.exec(readme) ?? [];
      const lines = stdout.trimEnd().split('\n');
      expect(shown).not.toBe('');
      expect(missingLines(shown.trim().split(/\n */), lines)).toEqual([]);
      const replies = lines.filter((line) => line.startsWith('listed '));
      // The service's own rulesets stay.
      const isOwn = (each: unknown) => pick(each, 'kind') !== 'managed';
      const counts = replies.map(
        (line) => listOf(pick(JSON.parse(line.slice('listed '.length)), 'result')).filter(isOwn).length,
      );
      expect(counts).toEqual([1, 1, 0, 0]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has the plan that the README shows, against an emulator without a fixture', async () => {
    const emulator = await startEmulator({ port: 0 });
    mkdirSync(join(root, '.tmp'), { recursive: true });
    const folder = mkdtempSync(join(root, '.tmp', 'readme-plan-'));
    try {
      writeFileSync(join(folder, 'main.ts'), blockOf('ts'));
      const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
      const env = { ...process.env, CDKTF_OUTDIR: join(folder, 'out'), CHECKPOINT_DISABLE: '1' };
      await promisify(execFile)(process.execPath, [tsx, 'main.ts'], { cwd: folder, env });
      const dir = new TerraformDir(join(folder, 'out/stacks/logs'), {
        EDGE_BASE_URL: emulator.url,
        EDGE_API_TOKEN: emulator.token,
      });
      await dir.init();
      const { stdout } = await dir.plan();
      const shown = blockOf('text').trimEnd().split('\n');
      expect(shown.length).toBeGreaterThan(10);
      expect(missingLines(shown, stdout.split('\n'))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await emulator.close();
    }
  });
});
