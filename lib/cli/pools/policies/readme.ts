import { visible } from '../../../ground/visible';
import { plural } from '../../../ground/words';
import type { AccountCode } from './code';
import type { LeftOutPools, PoliciesPlan } from './plan';

/** The README of the project: what it does, how to deploy it, what it leaves out. */
export function readmeOf(accounts: readonly AccountCode[], { leftOut }: PoliciesPlan): string {
  return `${[
    '# Notification policies for load-balancer pools',
    intro,
    ...accounts.map(describeAccount),
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

function describeAccount({ path, stack, plan }: AccountCode): string {
  const rows = [
    ...plan.policies.map(({ name, pools }) => [name, 'new', String(pools.length), String(pools.length)]),
    ...plan.existing.map(({ policy, pools, clears }) => [
      policy.name,
      'imported',
      String(pools.length),
      String(clears.length),
    ]),
  ];
  const left = rows.length - mostRows;
  return [
    `## ${cell(plan.name)}`,
    '',
    `Stack \`${stack}\`, file \`${path}.ts\`.`,
    '',
    '| policy | | pools | clears |',
    '| --- | --- | --- | --- |',
    ...rows.slice(0, mostRows).map((row) => `| ${row.map(cell).join(' | ')} |`),
    ...(left > 0 ? ['', `${plural(left, 'more policy', 'more policies')} in the file.`] : []),
  ].join('\n');
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
  const left = pools.length - mostNames;
  const names = pools.slice(0, mostNames).map(cell).join(', ');
  const rest = left > 0 ? `, and ${left} more` : '';
  return `- ${plural(pools.length, 'pool')} of ${cell(account)}: ${names}${rest}. ${reason} ${fix}`;
}

/** Text in a table of Markdown, on one line and without a meaning of its own. */
function cell(text: string): string {
  return visible(text).replace(/[\\`*_[\]<>|#]/g, '\\$&');
}
