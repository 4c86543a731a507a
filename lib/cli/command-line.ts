import { shellWord } from '../ground/shell';

type OptionValue = string | true | readonly string[] | undefined;

/** A command line to copy, with options by their names in code. A list repeats its option; one that is undefined is left out. */
export function commandLine(command: string, options: Readonly<Record<string, OptionValue>>): string {
  const words = Object.entries(options).flatMap(([name, value = []]) => {
    const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return [value].flat().map((each) => (each === true ? option : `${option} ${shellWord(each)}`));
  });
  return [`npx edge-platform ${command}`, ...words].join(' ');
}
