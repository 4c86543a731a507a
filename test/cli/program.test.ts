import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { buildProgram } from '../../lib/cli/program';
import { runCommand, runInProcess } from './support';

const page = readFileSync(join(__dirname, '../../docs/cli.md'), 'utf8');

/** The commands that do something, by their full name. */
function listCommands({
  name,
  commands,
}: {
  name: string;
  commands: readonly Command[];
}): [string, Command][] {
  return commands.flatMap((each) => {
    const full = `${name} ${each.name()}`;
    const own: [string, Command][] =
      each.commands.length === 0 || each.options.length > 0 ? [[full, each]] : [];
    return [...own, ...listCommands({ name: full, commands: each.commands })];
  });
}

const commands = listCommands({ name: 'edge-platform', commands: buildProgram().commands });

/** The section of a command on the page. */
function sectionOf(name: string): string {
  const [, after = ''] = `${page}\n## `.split(`\n## \`${name}\`\n`);
  return after.split('\n## ')[0] ?? '';
}

describe('the exit status', () => {
  const run = (...parameters: string[]) => runInProcess(undefined, ...parameters);

  it.each([
    [['log'], "unknown command 'log'\n(Did you mean logs?)"],
    [['logs', 'chek'], "unknown command 'chek'\n(Did you mean check?)"],
    [['emulator', '--prot', '1'], "unknown option '--prot'\n(Did you mean --port?)"],
    [['emulator', '--port', 'x'], 'It must be a number from 0 to 65535.'],
    [['waf', 'report'], "required option '-z, --zone <id or name>' not specified"],
    [['pools', 'audit', '-a', 'x', '--csv', '--json'], 'cannot be used with option'],
    [['logs', 'explain', 'a', 'b'], 'too many arguments'],
  ])('is 2 for %j, with the reason and the nearest name', async (parameters, reason) => {
    const { status, stdout, stderr } = await run(...parameters);
    expect(status).toBe(2);
    expect(stderr).toContain(reason);
    expect(stderr).toContain('Run with --help for usage.');
    expect(stdout).toBe('');
  });

  it.each([[[]], [['waf']]])(
    'is 2 for %j, with the help, because a command is missing',
    async (parameters) => {
      const { status, stderr } = await run(...parameters);
      expect(status).toBe(2);
      expect(stderr).toContain('Commands:');
    },
  );

  it.each([[['--help']], [['logs', 'check', '--help']], [['--version']]])(
    'is 0 for %j',
    async (parameters) => {
      const { status, stdout } = await run(...parameters);
      expect(status).toBe(0);
      expect(stdout).not.toBe('');
    },
  );

  it('is in the help of the program', async () => {
    const { stdout } = await run('--help');
    expect(stdout).toMatch(/Exit status:\n {2}0 .*\n {2}1 .*\n {2}2 /);
  });
});

it.each(commands)('the help of %s fits 80 columns', async (name) => {
  const { stdout } = await runInProcess(undefined, ...name.split(' ').slice(1), '--help');
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

describe('a reader that stops reading', () => {
  it.each([
    ['stdout', 0, ['--help']],
    ['stdout', 0, ['--version']],
    ['stdout', 2, ['waf']],
    ['stderr', 2, ['waf']],
    ['stdout', 0, ['logs', 'fields', '--json']],
    ['stdout', 1, ['logs', 'check', 'BotScore <']],
    ['stderr', 2, ['waf', 'check', '--state', 'missing.tfstate']],
  ] as const)('leaves %s closed, and the status %i, for %j', async (stream, status, parameters) => {
    const { child, ended, stderr } = runCommand(...parameters);
    child[stream]?.destroy();
    expect(await ended).toBe(status);
    expect(stderr()).not.toContain('EPIPE');
    if (status === 0) expect(stderr()).toBe('');
  });
});

describe('docs/cli.md', () => {
  it('has a section for each command, and none for others', () => {
    const sections = [...page.matchAll(/^## `(edge-platform .*)`$/gm)].map(([, name]) => name);
    expect(sections).toEqual(commands.map(([name]) => name));
  });

  it.each(commands)('lists the arguments and options of %s, and no others', (name, command) => {
    const rows = [...sectionOf(name).matchAll(/^\| `(\[[a-z.]+\]|--[a-z-]+)/gm)].map(([, first]) => first);
    const { registeredArguments, options } = command;
    const listed = registeredArguments.map((each) => `[${each.name()}${each.variadic ? '...' : ''}]`);
    expect(rows.sort()).toEqual([...listed, ...options.map(({ long }) => long)].sort());
  });
});
