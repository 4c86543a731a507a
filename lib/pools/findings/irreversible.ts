import { diagnosticKinds, type FindingText } from '../../ground/findings';
import { plural } from '../../ground/words';
import { countTable, fewRows, tableOf, type AddressCount, type PolicyName } from './words';

const attribute = 'clear_legacy_email';
const { warning } = diagnosticKinds<PolicyName>(attribute);

/** `replaced` are old recipients that this policy will notify. */
export interface Clearing {
  readonly pools: number;
  readonly calls: number;
  readonly replaced: readonly AddressCount[];
}

export interface Lost {
  readonly pools: number;
  readonly addresses: readonly AddressCount[];
}

/** Carried-over addresses that become recipients of pools whose legacy e-mail they were not. */
export interface Gained {
  readonly pools: number;
  readonly addresses: readonly (AddressCount & { readonly before: number })[];
}

/** Legacy e-mails that an apply clears, and recipients afterwards. */
export const irreversibleFindings = {
  will_clear: warning<Clearing>({
    meaning: 'legacy e-mails are cleared',
    headline: (finding) => textOfClearing(finding).headline,
    detail: (finding) => textOfClearing(finding).detail,
  }),
  /** `accept_lost_recipients` accepts it. Otherwise the e-mails stay. */
  recipients_lost: warning<Lost>({
    meaning: 'clearing loses addresses that this policy does not notify, as accepted',
    headline: ({ pools }) => `Recipients of ${plural(pools, 'pool')} are lost`,
    detail: ({ addresses }) =>
      `This policy does not notify these recipients of their pools:\n${countTable(addresses)}`,
  }),
};

export const gainedFindings = {
  new_recipients: warning<Gained>({
    meaning: 'carried-over recipients are notified of more pools',
    at: 'carry_over_recipients',
    headline: headlineOf,
    detail: (finding) =>
      `All recipients of a policy are notified of all of its ${plural(finding.pools, 'pool')}:\n` +
      `${recipientTable([], finding)}${perRecipients}`,
  }),
};

export function textOfClearing(clear: Clearing, lost?: Lost, gained?: Gained): FindingText {
  const rows = [
    ...(lost?.addresses ?? []).map((each) => ({ ...each, by: 'given up' })),
    ...clear.replaced.map((each) => ({ ...each, by: 'this policy' })),
  ];
  const headlines = [
    `clears ${plural(clear.pools, 'legacy e-mail')}`,
    ...(lost === undefined ? [] : [`recipients of ${plural(lost.pools, 'pool')} are lost`]),
    ...(gained === undefined ? [] : [headlineOf(gained)]),
  ];
  return {
    at: attribute,
    headline: headlines.join(', '),
    detail:
      `When the policy is stored and read back, ${plural(clear.calls, 'call clears', 'calls clear')} the e-mails.\n` +
      `${recipientTable(rows, gained)}Clearing is irreversible. \`edge-platform pools audit --all\` shows all pools.` +
      (gained === undefined ? '' : ` ${perRecipients}`),
  };
}

function headlineOf({ addresses }: Gained): string {
  return `${plural(addresses.length, 'carried-over recipient is', 'carried-over recipients are')} notified of more pools`;
}

/** Old recipients, their number of pools, who notifies them afterwards, and the number of pools that are new to them. */
function recipientTable(
  rows: readonly (AddressCount & { readonly by: string })[],
  gained: Gained | undefined,
): string {
  if (gained === undefined)
    return tableOf(
      ['LEGACY RECIPIENT', 'POOLS', 'NOTIFIED BY'],
      rows.map(({ address, pools, by }) => [address, String(pools), by]),
    );
  const added = gained.addresses.map(({ address, before, pools }) => [
    address,
    String(before),
    'this policy',
    String(pools),
  ]);
  const known = new Set(gained.addresses.map(({ address }) => address));
  const others = rows.filter(({ address, by }) => by !== 'this policy' || !known.has(address));
  const all = [...added, ...others.map(({ address, pools, by }) => [address, String(pools), by, ''])];
  // Where not all fit, the hint below takes the line of one.
  const most = all.length > fewRows + 1 ? fewRows - 1 : fewRows;
  return tableOf(['LEGACY RECIPIENT', 'POOLS', 'NOTIFIED BY', 'NEW POOLS'], all, most);
}

const perRecipients = 'To keep recipients apart, use `PoolNotificationPolicy.perRecipients`.';
