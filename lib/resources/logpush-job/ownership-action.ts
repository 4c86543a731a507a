import type { EdgeClient } from '../../client';
import { defineContract, DiagnosticError, errorAt, warningAt } from '../../schema';
import { action, type ActionContext } from '../action';
import { logpushJobContract } from './contract';
import { withCredentials } from './destination';
import { checkOwner, describeScope, scopeOf, toClientScope } from './scope';

const { zone_id, account_id, destination_conf, destination_credentials } = logpushJobContract.attributes;

const ownershipChallengeContract = defineContract({
  typeName: 'edge_logpush_ownership_challenge',
  version: 0,
  description:
    'Asks the service to write an ownership challenge into the destination of log jobs. Its token is the `ownership_challenge` of a ' +
    'job, and only the owner of the destination can read it there.',
  attributes: {
    zone_id: {
      ...zone_id,
      description: 'ID of the zone of the jobs. Set either this or `account_id`.',
      replaces: false,
    },
    account_id: {
      ...account_id,
      description: 'ID of the account of the jobs. Set either this or `zone_id`.',
      replaces: false,
    },
    destination_conf: {
      ...destination_conf,
      description: 'URL of the destination: exactly the one of the job. Must not contain credentials.',
    },
    destination_credentials: {
      ...destination_credentials,
      description:
        'Credential parameters of the destination, as for the job. Take them from ephemeral values: Terraform keeps others in plan files.',
    },
  },
  check: (values) => checkOwner(values),
});

export const ownershipChallengeAction = action(
  ownershipChallengeContract,
  async (config, { service, signal, warn, progress }: ActionContext<EdgeClient>) => {
    const scope = scopeOf(config);
    const destination = withCredentials(config.destination_conf, config.destination_credentials);
    const { valid, filename, message } = await service.logpush.requestOwnership(
      toClientScope(scope),
      destination,
      { signal },
    );
    const owner = describeScope(scope);
    const said = message === '' ? 'it gives no reason' : message;
    if (!valid)
      throw new DiagnosticError([
        errorAt(
          ['destination_conf'],
          `${owner}: cannot write the challenge`,
          `The service cannot write into the destination: ${said}. Allow it to write there, and invoke the action again.`,
        ),
      ]);
    if (filename === '')
      warn(
        warningAt(
          ['destination_conf'],
          `${owner}: no challenge written`,
          `The service accepts the destination and wrote no challenge: ${said}. Leave out ownership_challenge.`,
        ),
      );
    else
      progress(
        `The service wrote the challenge to ${filename}. Set ownership_challenge to the content of that file.`,
      );
  },
);
