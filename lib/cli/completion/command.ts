import { Argument, Command } from 'commander';
import { completionHelp } from './help';

const shells = ['bash', 'zsh', 'fish'];

/** `edge-platform completion`: what makes a shell complete the command. */
export function completionCommand(): Command {
  return new Command('completion')
    .description('Print a script that makes a shell complete commands and options of edge-platform.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', completionHelp)
    .action(async (shell: string, _options: unknown, { parent }: Command) => {
      const { printScript } = await import('./complete.js');
      if (parent !== null) printScript(parent, shell);
    });
}

/** `edge-platform complete -- logs pre`: what the script asks at each tab. */
export function completeCommand(): Command {
  return new Command('complete')
    .argument('[words...]')
    .helpOption(false)
    .action(async (words: string[], _options: unknown, { parent }: Command) => {
      const { printCompletions } = await import('./complete.js');
      if (parent !== null) printCompletions(parent, words);
    });
}
