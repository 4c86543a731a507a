import { own } from '../../ground/record';
import { shellWord } from '../../ground/shell';
import { toClientScope } from '../../resources/logpush-job/scope';
import { isWrong, parseDestination, readDestination, type Destination } from '../../logs';
import { connected } from '../connection';
import { formatDocument } from '../document';
import { printBlocks, type ServiceOptions } from '../outcome';
import { findOwner } from '../owners';
import { code, list, prose, type Block } from '../report/blocks';
import { print, warn } from '../terminal';

export interface OwnershipOptions extends ServiceOptions {
  readonly zone?: string;
  readonly account?: string;
  readonly destination: string;
}

export async function runOwnership(options: OwnershipOptions): Promise<void> {
  const { zone, account, destination, baseUrl, json } = options;
  const value = zone ?? account;
  if (value === undefined)
    throw new Error('whose job is it? Set --zone for a dataset of zones, or --account for one of accounts.');
  const kind = zone === undefined ? 'account' : 'zone';
  const wrong = parseDestination(destination).faults.filter(isWrong);
  if (wrong.length > 0) throw new Error(`--destination: ${wrong.map(({ message }) => message).join(' ')}`);
  await connected({ option: `--${kind}`, values: [value] }, baseUrl, async ({ client }) => {
    const { id } = await findOwner(client, kind, value);
    const answer = await client.logpush.requestOwnership(toClientScope({ kind, id }), destination);
    const read = answer.filename === '' ? null : readCommand(destination, answer.filename);
    if (json === true) await print(formatDocument({ ...answer, read }));
    else if (read !== null) await printBlocks(reportSteps(answer.filename, read));
    else if (answer.valid) await print('The destination needs no challenge: leave out ownershipChallenge.\n');
    if (!answer.valid)
      warn(
        `the service cannot write into the destination: ${answer.message || 'it gives no reason'}. Allow it to write there, and ask again.`,
      );
    process.exitCode = answer.valid ? 0 : 1;
  });
}

/** The command that prints an object of a destination; a description where none is known. */
function readCommand(conf: string, filename: string): string {
  const destination = readDestination(conf);
  if (destination === undefined) return describe(filename);
  const [bucket = ''] = destination.bucketPath.split('/');
  return (own(commands, destination.scheme) ?? (() => describe(filename)))(bucket, filename, destination);
}

type Command = (bucket: string, filename: string, destination: Destination) => string;

const commands: Readonly<Record<string, Command>> = {
  s3: (bucket, filename, { parameters }) =>
    ['aws s3 cp', shellWord(`s3://${bucket}/${filename}`), '-', ...s3Options(parameters)].join(' '),
  r2: (bucket, filename) =>
    `npx wrangler r2 object get ${shellWord(`${bucket}/${filename}`)} --remote --pipe`,
  gs: (bucket, filename) => `gcloud storage cat ${shellWord(`gs://${bucket}/${filename}`)}`,
};

function s3Options(parameters: Destination['parameters']): string[] {
  const region = parameters.get('region');
  const endpoint = parameters.get('endpoint');
  return [
    ...(region === undefined ? [] : [`--region ${shellWord(region)}`]),
    ...(endpoint === undefined ? [] : [`--endpoint-url ${shellWord(`https://${endpoint}`)}`]),
  ];
}

function describe(filename: string): string {
  return `# the content of ${filename} in the destination`;
}

function reportSteps(filename: string, read: string): readonly Block[] {
  const isCommand = !read.startsWith('#');
  const token = isCommand ? `"$(${read})"` : `"…"   ${read}`;
  return [
    prose(`The service wrote a challenge into the destination: ${filename}`),
    list(
      [
        {
          text: 'Let Terraform have its content, with your own credentials of the destination:',
          below: [code(`export TF_VAR_ownership_challenge=${token}`)],
        },
        { text: 'In the code, pass it to the job:', below: [code(construct), prose('In HCL:'), code(hcl)] },
        'Deploy, and unset TF_VAR_ownership_challenge. Only a new destination needs a challenge again, so the code can stay.',
      ],
      { isOrdered: true },
    ),
  ];
}

const construct = `const challenge = new SecretVariable(stack, 'ownership_challenge', { default: '' });
new LogpushJob(stack, …, { …, ownershipChallenge: challenge.stringValue });`;

const hcl = `variable "ownership_challenge" {
  type      = string
  ephemeral = true
  default   = ""
}
ownership_challenge = var.ownership_challenge`;
