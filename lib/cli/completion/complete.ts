import tab from '@bomb.sh/tab/commander';
import { ShellCompDirective, type RootCommand } from '@bomb.sh/tab';
import { Command } from 'commander';

export function printScript(program: Command, shell: string): void {
  const name = program.name();
  completionsOf(program).setup(name, name, shell);
  // The script of the library lets bash complete nothing else, names of files included.
  if (shell === 'bash') console.log(`complete -o default -F __${name.replaceAll('-', '_')}_complete ${name}`);
}

/** Prints what the last word may become. */
export function printCompletions(program: Command, words: string[]): void {
  completionsOf(program).parse(words);
}

/** The commands and options as the library reads them. It adds commands of its own, so it gets a copy. */
function completionsOf(program: Command): RootCommand {
  const copy = new Command(program.name());
  for (const option of program.options) copy.addOption(option);
  for (const each of program.createHelp().visibleCommands(program))
    if (each.name() !== 'completion') copy.addCommand(each);
  const root = tab(copy, { completionCommandName: 'completion' });
  // The library forbids names of files always, and a shell shall complete them where there is nothing else.
  let directive = root.directive;
  Object.defineProperty(root, 'directive', {
    get: () => (root.completions.length > 0 ? directive : ShellCompDirective.ShellCompDirectiveDefault),
    set: (value: number) => {
      directive = value;
    },
  });
  return root;
}
