import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { symlinkSync, writeFileSync } from 'node:fs';
import { builtCommand, runCommand } from './support';
import { makeFolder } from '../support/folder';

/** The library is a module of ES, which the built command has in a bundle. */
async function run(...parameters: string[]): Promise<{ status: number | string; lines: string[] }> {
  const { ended, stdout } = runCommand(...parameters);
  const status = await ended;
  return { status, lines: stdout().split('\n').slice(0, -1) };
}

const complete = async (...words: string[]) => (await run('complete', '--', ...words)).lines;
const names = (lines: readonly string[]) => lines.map((line) => line.replace(/\t.*/, ''));

describe('completion', () => {
  it('is offered for commands and options, each with its description', async () => {
    expect(names(await complete(''))).toEqual(
      expect.arrayContaining(['emulator', 'logs', 'provider', 'version']),
    );
    expect(await complete('logs', 'pre')).toEqual([
      expect.stringMatching(/^preview\tPrint the exact records/),
      ':4',
    ]);
    expect(names(await complete('waf', 'waves', 'st'))).toEqual(['status', ':4']);
    expect(names(await complete('provider', 'install', '--ex'))).toEqual(['--executable', ':4']);
  });

  it('has the values of an option, and leaves files to the shell', async () => {
    expect(names(await complete('logs', 'check', '--scope', ''))).toEqual(['zone', 'account', ':4']);
    expect(await complete('logs', 'preview', '--job-file', '')).toEqual([':0']);
  });

  it('shows no command of its own machinery', async () => {
    expect(names(await complete(''))).not.toContain('complete');
    expect((await run('--help')).lines.join('\n')).not.toMatch(/^ {2}complete /m);
  });

  it.each(['bash', 'zsh', 'fish'])('has a script for %s', async (shell) => {
    const { status, lines } = await run('completion', shell);
    expect(status).toBe(0);
    expect(lines.join('\n')).toMatch(/edge-platform complete --/);
  });

  it('works in bash', () => {
    const folder = makeFolder();
    symlinkSync(builtCommand, join(folder, 'edge-platform'));
    // Of the package bash-completion, as far as the script needs it: a line without quotes, and the cursor at its end.
    const words =
      '_get_comp_words_by_ref() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=${COMP_WORDS[COMP_CWORD]}; }';
    const script = [
      words,
      'eval "$(edge-platform completion bash)"',
      'COMP_WORDS=(edge-platform logs pre) COMP_CWORD=2',
      'compopt() { :; }; __edge_platform_complete',
      'printf "%s\\n" "${COMPREPLY[@]}"; complete -p edge-platform',
    ].join('\n');
    writeFileSync(join(folder, 'try.sh'), script);
    const PATH = [folder, dirname(process.execPath), process.env.PATH].join(':');
    const { stdout, stderr } = spawnSync('bash', [join(folder, 'try.sh')], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', PATH },
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('preview\ncomplete -o default -F __edge_platform_complete edge-platform\n');
  });
});
