import { listSome, plural } from '../../../ground/words';
import { escapeMarkdown } from '../../project/markdown';
import { prose, section, table, type Block } from '../../report/blocks';
import { renderMarkdown } from '../../report/markdown';
import type { AccountCode } from './code';
import type { LeftOutPools, PoliciesPlan } from './plan';

export function readmeOf(accounts: readonly AccountCode[], { leftOut }: PoliciesPlan): string {
  return `${[
    '# Notification policies for load-balancer pools',
    intro,
    renderMarkdown(accounts.map(describeAccount)),
    '## Deploy',
    deploy(accounts),
    ...(leftOut.length === 0 ? [] : ['## Left out', ...leftOut.map(describeLeftOut)]),
    '## After the deploy',
    after,
  ].join('\n\n')}\n`;
}

const intro = `Written by \`edge-platform pools policies\` from a survey. There is one policy for each set of recipients of legacy e-mails, so that
everybody keeps getting the notifications of the same pools. Each policy is created and read back before it clears the legacy
e-mail of a pool, and clears only those whose events and recipients it covers by itself. A cleared e-mail cannot be restored from
the service: keep the survey.`;

const after = `\`edge-platform pools survey\` ends with 0 when no pool has a legacy e-mail and every pool has notifications. The code is yours: edit
it as any other. \`edge-platform pools policies\` writes into another folder from then on.`;

const mostRows = 40;
const mostNames = 20;

function describeAccount({ path, stack, plan }: AccountCode): Block {
  const rows = [
    ...plan.policies.map(({ name, pools }) => ({ name, origin: 'new', pools, clears: pools })),
    ...plan.existing.map(({ policy, ...each }) => ({ name: policy.name, origin: 'imported', ...each })),
  ];
  const left = rows.length - mostRows;
  return section(
    plan.name,
    prose(`Stack \`${stack}\`, file \`${path}.ts\`.`),
    table(
      {
        policy: ({ name }) => name,
        '': ({ origin }) => origin,
        pools: ({ pools }) => pools.length,
        clears: ({ clears }) => clears.length,
      },
      rows.slice(0, mostRows),
    ),
    prose(left > 0 ? `${plural(left, 'more policy', 'more policies')} in the file.` : ''),
  );
}

function deploy(accounts: readonly AccountCode[]): string {
  const stacks = accounts.length === 1 ? (accounts[0]?.stack ?? '') : "'*'";
  return `\`\`\`sh
npm install
npm run check
npm run diff -- ${accounts[0]?.stack ?? ''}
npm run deploy -- ${stacks}
\`\`\`

The credentials are those of the provider: \`EDGE_API_TOKEN\`, or \`EDGE_API_EMAIL\` and \`EDGE_API_KEY\`. The plan names the policies and
the number of e-mails that each of them clears. Imported policies do not change. A warning that an imported policy leaves an e-mail
names pools of the new policies, which clear it. If another project manages one of them, remove it
here, and clear its pools there with \`clearLegacyEmail: ClearLegacyEmail.COVERED\`.`;
}

function describeLeftOut({ account, reason, fix, pools }: LeftOutPools): string {
  const names = listSome(pools.map(escapeMarkdown), mostNames);
  return `- ${plural(pools.length, 'pool')} of ${escapeMarkdown(account)}: ${names}. ${reason} ${fix}`;
}
