import { Command, CommanderError, type Option } from 'commander';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { memberOf } from '../ground/json';
import { messageOf, plural, whyUnwritable } from '../ground/words';
import { completeCommand, completionCommand } from './completion/command';
import { convertCommand } from './convert/command';
import { demoCommand } from './demo/command';
import { emulatorCommand } from './emulator/command';
import { importCommand } from './import/command';
import { logsCommand } from './logs/command';
import { poolsCommand } from './pools/command';
import { providerCommand } from './provider/command';
import { packageVersion } from '../client/package-version';
import { helpCommand } from './help-command';
import { allowClosedPipes, notify, print, warn, widthOf } from './terminal';
import { setVerbosity } from './verbosity';
import { versionCommand } from './version-command';
import { wafCommand } from './waf/command';

/** The commands. Each loads its modules only when it runs, so that `--help` is fast. */
const commands = [
  completionCommand,
  convertCommand,
  demoCommand,
  emulatorCommand,
  importCommand,
  logsCommand,
  poolsCommand,
  providerCommand,
  versionCommand,
  wafCommand,
];

/** The columns of help: its tables are written for these. */
const helpWidth = 80;

/** The exit status where a command could not do its work. 1 is a result: a check found something. */
export const failed = 2;

const help = `
Exit status:
  0  success
  1  the answer is no: a check found something
  2  the command could not do its work, or was called wrongly; see stderr`;

/**
 * The program with all its commands. It throws a CommanderError where commander would end the process.
 *
 * @param writeOut - writes help and version
 */
export function buildProgram(writeOut: (text: string) => void = () => undefined): Command {
  const program: Command = new Command('edge-platform')
    .description(
      'Tools for edge platform zones as code: an emulator of the API, and tools for working with its data.',
    )
    .version(packageVersion())
    .showHelpAfterError('Run with --help for usage.')
    .option('--verbose', 'show each call of the API on stderr, and what it waits for')
    .configureHelp({
      showGlobalOptions: true,
      // Those of the program alone: a command below another one does not take the options of that.
      visibleGlobalOptions: ({ parent }) => (parent === null ? [] : [...program.options]),
    })
    .exitOverride()
    .configureOutput({
      getOutHelpWidth: () => Math.min(widthOf(process.stdout) ?? helpWidth, helpWidth),
      getErrHelpWidth: () => Math.min(widthOf(process.stderr) ?? helpWidth, helpWidth),
      writeOut,
      writeErr: (text) => notify(text.trimEnd()),
    })
    .addHelpText('after', help);
  program.hook('preAction', (_program, action) => {
    refuseExcess(action);
    refuseOfParent(action);
    refuseEmpty(action);
    setVerbosity(nameOf(action), program.opts().verbose === true);
  });
  for (const make of commands) program.addCommand(make());
  program.addCommand(completeCommand(), { hidden: true });
  prepare(program);
  return program;
}

function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent == null ? command.name() : `${nameOf(parent)} ${command.name()}`;
}

/** Refuses arguments that a command does not take. The message of commander names neither the argument nor an option for it. */
function refuseExcess(command: Command): void {
  const { args, registeredArguments } = command;
  const excess = args[registeredArguments.length];
  if (excess === undefined || registeredArguments.at(-1)?.variadic === true) return;
  const options = command.options.filter(({ required, hidden }) => required && !hidden);
  const flags = options.slice(0, 3).map((each) => each.flags.replace(/^-\w, /, ''));
  const fix =
    flags.length === 0
      ? 'Leave it out.'
      : `Leave it out, or give it to an option, such as ${flags.join(', ')}.`;
  const takes = plural(registeredArguments.length, 'argument');
  command.error(
    `error: too many arguments for '${nameOf(command)}', which takes ${takes}. Unexpected: ${JSON.stringify(excess)}. ${fix}`,
  );
}

/** Refuses options of the command above one, which it would ignore. */
function refuseOfParent(command: Command): void {
  const { parent } = command;
  if (parent?.parent == null) return;
  const given = parent.options.find((each) => parent.getOptionValueSource(each.attributeName()) === 'cli');
  if (given !== undefined)
    command.error(
      `error: '${nameOf(command)}' has no option '${given.flags}', which '${nameOf(parent)}' has. Leave it out.`,
    );
}

/** Refuses empty values, as of a variable of the shell that is not set. A filter may be empty: it passes every line. */
function refuseEmpty(command: Command): void {
  for (const option of command.options) {
    const { flags, required } = option;
    if (required && valuesOf(command, option).includes('') && !flags.includes('<filter>'))
      command.error(`error: option '${flags}' is empty. Give it a value, or leave it out.`);
  }
}

/** Gives all commands below one its settings, and those that have others a command `help`. */
function prepare(command: Command): void {
  if (command.commands.length === 0) return;
  for (const each of command.commands) {
    each.copyInheritedSettings(command).allowExcessArguments();
    prepare(each);
  }
  command.helpCommand(false).addCommand(helpCommand().copyInheritedSettings(command));
}

/** Runs a command line. A command sets the exit status of its result; every failure is {@link failed}. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  allowClosedPipes();
  const shown: string[] = [];
  const program = buildProgram((text) => shown.push(text));
  let action: Command | undefined;
  program.hook('preAction', (_program, command) => void (action = command));
  try {
    await program.parseAsync(argv).catch(async (error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
      // After `--help` and `--version` 0, and 1 after a wrong call, whose reason commander has written.
      process.exitCode = error.exitCode === 0 ? 0 : failed;
      await print(shown.join(''));
    });
  } catch (error) {
    process.exitCode = failed;
    warn(said(error, action));
  }
}

/** An error of the file system, or of what it kept from its work, names the option that named the file, and what to do. */
function said(error: unknown, command: Command | undefined): string {
  const inner = ofFile(error);
  const path = memberOf(inner, 'path');
  if (typeof path !== 'string') return messageOf(error);
  const text =
    memberOf(inner, 'syscall') === undefined
      ? messageOf(error)
      : messageOf(error).replace(messageOf(inner), () => `${path} cannot be used: ${whyUnwritable(inner)}`);
  const isAt = (value: unknown) => typeof value === 'string' && isOf(resolve(path), resolve(value));
  if (command?.args.some(isAt) === true) return text;
  const option = command?.options.find(
    (each) =>
      command.getOptionValueSource(each.attributeName()) === 'cli' && valuesOf(command, each).some(isAt),
  );
  const flag = option?.long ?? (isAt(tmpdir()) ? 'the temporary folder (TMPDIR)' : '');
  return text.includes(flag) ? text : `${flag}: ${text}`;
}

function valuesOf(command: Command, option: Option): readonly unknown[] {
  return [command.getOptionValue(option.attributeName())].flat();
}

/** The error with the path of a file, among the causes of one. */
function ofFile(error: unknown): unknown {
  if (error === undefined || typeof memberOf(error, 'path') === 'string') return error;
  return ofFile(memberOf(error, 'cause'));
}

/** Whether a file is the named one, in it, or one that a command makes beside it. */
function isOf(path: string, named: string): boolean {
  return path.startsWith(named) && /^(?:$|[./\\])/.test(path.slice(named.length));
}
