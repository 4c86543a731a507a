import { Command, Option } from 'commander';
import { formatDocument } from '../document';
import { print, warn, widthOf } from '../terminal';
import { ownershipHelp } from './help';

interface Options {
  readonly zone?: string;
  readonly account?: string;
  readonly destination: string;
  readonly baseUrl?: string;
  readonly json?: true;
}

/** `edge-platform logs ownership`: asks for the proof that a destination is the user's. */
export function ownershipCommand(): Command {
  return new Command('ownership')
    .description(
      'Ask the service to write an ownership challenge into a destination; print what to read and what to write into the code.',
    )
    .addOption(new Option('-z, --zone <id or name>', 'zone of the job').conflicts('account'))
    .option('-a, --account <id or name>', 'account of the job')
    .requiredOption('--destination <url>', 'destination, exactly as the job has it')
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', ownershipHelp)
    .action(run);
}

async function run({ zone, account, destination, baseUrl, json }: Options): Promise<void> {
  const value = zone ?? account;
  if (value === undefined)
    throw new Error('whose job is it? Set --zone for a dataset of zones, or --account for one of accounts.');
  const kind = zone === undefined ? 'account' : 'zone';
  const { isWrong, parseDestination } = await import('../../logs/index.js');
  const wrong = parseDestination(destination).faults.filter(isWrong);
  if (wrong.length > 0) throw new Error(`--destination: ${wrong.map(({ message }) => message).join(' ')}`);
  const [{ connect }, { findOwner }, { proseWidth }, steps] = [
    await import('../connection.js'),
    await import('../owners.js'),
    await import('../layout.js'),
    await import('./ownership-steps.js'),
  ];
  const { client, close } = await connect({ option: `--${kind}`, values: [value] }, baseUrl);
  try {
    const { id } = await findOwner(client, kind, value);
    const scope = kind === 'zone' ? { zoneId: id } : { accountId: id };
    const answer = await client.logpush.requestOwnership(scope, destination);
    const read = answer.filename === '' ? null : steps.readCommand(destination, answer.filename);
    if (json === true) await print(formatDocument({ ...answer, read }));
    else if (read !== null)
      await print(steps.formatSteps(answer.filename, read, proseWidth(widthOf(process.stdout))));
    else if (answer.valid) await print('The destination needs no challenge: leave out ownershipChallenge.\n');
    if (!answer.valid)
      warn(
        `the service cannot write into the destination: ${answer.message || 'it gives no reason'}. Allow it to write there, and ask again.`,
      );
    process.exitCode = answer.valid ? 0 : 1;
  } finally {
    await close();
  }
}
