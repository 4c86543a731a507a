import { Command } from 'commander';
import { readPort } from '../emulator/listen';
import { demoHelp } from './help';

interface Options {
  readonly port: number;
  readonly keep?: true;
  readonly exit?: true;
}

const interrupted = 130;

export function demoCommand(): Command {
  return new Command('demo')
    .description('Deploy a stack against an emulator on this machine, and show each step.')
    .option('-p, --port <number>', 'TCP port of the emulator; 0 selects a free port', readPort, 0)
    .option('--keep', 'keep the folder with the stack and the delivered files')
    .option('--exit', 'end after the last step, without waiting for Ctrl-C')
    .addHelpText('after', demoHelp)
    .action(run);
}

async function run({ port, keep, exit }: Options): Promise<void> {
  const { runDemo } = await import('./demo.js');
  const isTold = await runDemo({
    port,
    keep: keep === true,
    exit: exit === true || !process.stdout.isTTY,
  });
  if (!isTold) process.exitCode = interrupted;
}
