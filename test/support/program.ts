import { messageOf } from '../../lib/ground/words';

/** Runs a program that was read options (none: it is asked for help). It ends with 0, with 1 if something is wrong, or with 2 for wrong options. */
export function runProgram<Options>(
  help: string,
  readOptions: () => Options | undefined,
  isRight: (options: Options) => Promise<boolean>,
): void {
  let options: Options | undefined;
  try {
    options = readOptions();
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${help}`);
    process.exitCode = 2;
    return;
  }
  if (options === undefined) console.log(help);
  else
    isRight(options).then(
      (yes) => (process.exitCode = yes ? 0 : 1),
      (error: unknown) => {
        console.error(error);
        process.exitCode = 1;
      },
    );
}
