import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { emulatorCommand } from './emulator/command';
import { logsCommand } from './logs/command';
import { poolsCommand } from './pools/command';
import { wafCommand } from './waf/command';

/** The commands. Each loads its modules only when it runs, so that `--help` is fast. */
const commands = [emulatorCommand, logsCommand, poolsCommand, wafCommand];

/** The exit status for usage errors and failures, for commands where 1 has another meaning. */
const failures: ReadonlyMap<string, number> = new Map([
  ['logs', 2],
  ['pools', 2],
  ['waf', 2],
]);

/** That of the current command, once its name is known. */
let failure = 1;

function main(): Promise<Command> {
  const program = new Command('edge-platform')
    .description(
      'Tools for edge platform zones as code: an emulator of the API, and tools for working with its data.',
    )
    .version(readVersion())
    .showHelpAfterError('Run with --help for usage.')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : failure))
    .hook('preSubcommand', (_program, command) => {
      failure = failures.get(command.name()) ?? 1;
    });
  for (const make of commands) {
    const command = make();
    for (const each of [command, ...command.commands]) each.copyInheritedSettings(program);
    program.addCommand(command);
  }
  return program.parseAsync();
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8'));
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isNamed && typeof manifest.version === 'string' ? manifest.version : 'unknown';
}

main().catch((error: unknown) => {
  process.stderr.write(`edge-platform: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = failure;
});
