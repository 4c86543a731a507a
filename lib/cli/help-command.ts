import { Command } from 'commander';

/** `help logs preview`: the help of a command, however deep it is. That of commander knows one level. */
export function helpCommand(): Command {
  return new Command('help')
    .description('display help for command')
    .argument('[command...]', 'name of the command')
    .helpOption(false)
    .action((names: readonly string[], _options: unknown, help: Command) => showHelp(help.parent, names));
}

async function showHelp(command: Command | null, [name, ...others]: readonly string[]): Promise<void> {
  if (command === null) return;
  if (name === undefined || command.commands.length === 0) return command.help();
  const next = command.commands.find((each) => each.name() === name);
  // Commander refuses an unknown name, with the nearest one.
  if (next === undefined) await command.parseAsync([name], { from: 'user' });
  else await showHelp(next, others);
}
