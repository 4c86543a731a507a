import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { buildProgram } from '../../lib/cli/program';
import { packageVersion } from '../../lib/client/package-version';
import { currentPlatform } from '../../lib/drivers/plugin/platform';
import { runAtTerminal, runCommand, runInProcess } from './support';

const page = readFileSync(join(__dirname, '../../docs/cli.md'), 'utf8');

function listCommands({
  name,
  commands,
}: {
  name: string;
  commands: readonly Command[];
}): [string, Command][] {
  return visible(commands).flatMap((each) => {
    const full = `${name} ${each.name()}`;
    const own: [string, Command][] =
      each.commands.length === 0 || each.options.length > 0 ? [[full, each]] : [];
    return [...own, ...listCommands({ name: full, commands: each.commands })];
  });
}

/** Shells ask `complete`, and each group has a `help`. */
function visible(commands: readonly Command[]): Command[] {
  return commands.filter((each) => !['complete', 'help'].includes(each.name()));
}

/** All commands with a help, groups included. */
function listNames({ commands: below }: Command, name: string[] = []): string[][] {
  return [name, ...visible(below).flatMap((each) => listNames(each, [...name, each.name()]))];
}

const commands = listCommands({ name: 'edge-platform', commands: buildProgram().commands });

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
    [
      ['waf', 'waves', 'status', '--from', 'a', '--out', 'b'],
      "'waf waves status' has no option '--from <file>'",
    ],
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

  it.each([[[]], ...['check', 'report', 'review'].map((name) => [['waf', name]]), [['pools', 'audit']]])(
    'is in the help of %j',
    async (parameters) => {
      const { stdout } = await run(...parameters, '--help');
      expect(stdout).toMatch(/Exit status:\n {2}0 .*\n {2}1 .*\n {2}2 /);
    },
  );
});

const groups = listNames(buildProgram()).map((name) => [['edge-platform', ...name].join(' '), name] as const);

describe.each(groups)('the help of %s', (_name, name) => {
  it.each([
    ['a file', () => runInProcess(undefined, ...name, '--help')],
    ['a wide terminal', () => runAtTerminal(200, undefined, ...name, '--help')],
  ])('fits 80 columns in %s', async (_, run) => {
    const { status, stdout } = await run();
    expect(status).toBe(0);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('is that of the command help', async () => {
    const { stdout } = await runInProcess(undefined, ...name, '--help');
    expect(await runInProcess(undefined, 'help', ...name)).toEqual({ status: 0, stdout, stderr: '' });
  });
});

it('fails for the help of an unknown command, with the nearest one', async () => {
  const { status, stderr } = await runInProcess(undefined, 'help', 'logs', 'chek');
  expect(status).toBe(2);
  expect(stderr).toContain("unknown command 'chek'\n(Did you mean check?)");
});

it('prints its version, that of Node.js and the platform', async () => {
  const { status, stdout } = await runInProcess(undefined, 'version');
  expect(status).toBe(0);
  expect(stdout.split('\n')).toEqual([
    `edge-platform ${packageVersion()} on ${currentPlatform()}`,
    `Node.js ${process.versions.node} (${process.execPath})`,
    '',
  ]);
});

describe('at a terminal', () => {
  it.each([
    [['logs', 'check'], '', 'Type or paste the filter, and end with Ctrl-D in a new line.'],
    [['logs', 'explain', '-'], '', 'Type or paste the filter, and end'],
    [['logs', 'sql'], '', 'Type or paste the filter, and end'],
    [
      ['logs', 'preview', '--filter', 'BotScore < 30', '--fields', 'RayID'],
      '',
      'Type or paste sample lines, one JSON object in each, and end',
    ],
  ])('%j says what it waits for', async (parameters, input, note) => {
    expect((await runAtTerminal(100, input, ...parameters)).stderr).toContain(note);
    expect((await runInProcess(input, ...parameters)).stderr).not.toContain('Type or paste');
  });
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
    const rows = [...sectionOf(name).matchAll(/^\| `([[<][a-z.]+[\]>]|--[a-z-]+)/gm)].map(
      ([, first]) => first,
    );
    const { registeredArguments, options } = command;
    const listed = registeredArguments.map(
      (each) =>
        `${each.required ? '<' : '['}${each.name()}${each.variadic ? '...' : ''}${each.required ? '>' : ']'}`,
    );
    expect(rows.sort()).toEqual([...listed, ...options.map(({ long }) => long)].sort());
  });
});
