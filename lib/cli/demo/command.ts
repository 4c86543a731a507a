import { Command } from 'commander';
import { numberFrom } from '../options';
import { demoHelp } from './help';

interface Options {
  readonly port: number;
  readonly keep?: boolean;
  readonly exit?: boolean;
}

const interrupted = 130;

export function demoCommand(): Command {
  return new Command('demo')
    .description('Deploy a stack against an emulator on this machine, and show each step.')
    .option(
      '-p, --port <number>',
      'TCP port of the emulator; 0 selects a free port',
      numberFrom(0, 65_535),
      0,
    )
    .option('--keep', 'keep the folder with the stack and the delivered files')
    .option('--exit', 'end after the last step, without waiting for Ctrl-C')
    .addHelpText('after', demoHelp)
    .action(run);
}

async function run({ port, keep = false, exit = !process.stdout.isTTY }: Options): Promise<void> {
  const { runDemo } = await import('./demo.js');
  const isTold = await runDemo({ port, keep, exit });
  if (!isTold) process.exitCode = interrupted;
}
