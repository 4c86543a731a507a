import { domainKey } from '../client/domain';
import { isFilled, ofText, type Path } from '../schema';
import { quoted } from '../ground/visible';

const pattern = /^[0-9a-f]{32}$/;

/** Whether a text is the ID of a zone, an account or a ruleset: 32 hexadecimal digits in lower case (public fact, section 1.2). */
export function isIdentifier(value: string): boolean {
  return pattern.test(value);
}

export const checkIdentifier = ofText(
  'Invalid identifier',
  isIdentifier,
  (id, path) =>
    `${quoted(id)} is not an ID: IDs are 32 hexadecimal digits in lower case. ${fixOf(kindOf(path), id)}`,
);

const sources = {
  zone: 'Copy it from the overview page of the zone.',
  account: 'Copy it from the overview page of the account.',
  rule: 'Copy it from the rule in its managed ruleset: GET /zones/<zone>/rulesets/<ruleset>.',
  ruleset: 'Copy it from the list of rulesets: GET /zones/<zone>/rulesets.',
  pool: 'Copy it from the list of pools: GET /accounts/<account>/load_balancers/pools.',
} as const;

type Kind = keyof typeof sources;

function kindOf(path: Path): Kind | undefined {
  const name = path.filter((step) => typeof step === 'string').at(-1) ?? '';
  const kind = name.replace(/_ids?$/, '');
  return Object.hasOwn(sources, kind) ? (kind as Kind) : undefined;
}

function fixOf(kind: Kind | undefined, value: string): string {
  const bare = value.trim().toLowerCase();
  if (isIdentifier(bare)) return `Write it as ${quoted(bare)}.`;
  if (kind === 'zone' && isDomain(value))
    return 'It is a domain: set zoneName to it, and leave zoneId out. In HCL, the data source edge_zone has the ID.';
  if (value.trim() === '') return `It is empty. ${kind === undefined ? 'Set it.' : sources[kind]}`;
  if (kind === 'rule' && /^\d+[A-Z]*$/.test(value))
    return `It is the ID of a rule of the previous WAF, and the new rules have others. ${sources.rule}`;
  return kind === undefined ? 'Correct it.' : sources[kind];
}

/** Returns the fault of an option's value that must be the ID or the name of a zone or an account; undefined if there is none. */
export function faultOfOwner(kind: 'zone' | 'account', value: string): string | undefined {
  if (isIdentifier(value) || (kind === 'zone' && isDomain(value))) return undefined;
  if (kind === 'account' && value.trim() !== '' && !isIdentifier(value.toLowerCase())) return undefined;
  if (value.includes('://'))
    return `${quoted(value)} is a URL, and no zone. Write the domain of the zone, or its ID.`;
  if (/[^\s,][\s,]+[^\s,]/.test(value))
    return `${quoted(value)} is more than one zone. Name each on its own.`;
  const name = kind === 'zone' ? 'a domain' : 'a name';
  return `${quoted(value)} is neither an ID nor ${name}: IDs are 32 hexadecimal digits in lower case. ${sources[kind]}`;
}

/** Whether a text can be the name of a zone: a domain of at least two labels, in any case, in Unicode or as punycode. */
export function isDomain(text: string): boolean {
  return /^[^\s./,"']+(\.[^\s./,"']+)+$/.test(domainKey(text));
}

export const checkDomain = ofText('Invalid zone name', isDomain, (name) => {
  const fix = isIdentifier(name) ? 'It is an ID: set zone_id (zoneId) to it.' : 'Write it as example.com.';
  return `${quoted(name)} is not a domain, and zones are named by domains. ${fix}`;
});

/** Checks the name of an account: any text that has more than white space and is no ID. */
export const checkAccountName = ofText(
  'Invalid account name',
  (name) => isFilled(name) && !isIdentifier(name),
  (name) => {
    const fix = isFilled(name)
      ? 'It is an ID: set account_id (accountId) to it.'
      : 'Give the name as the dashboard shows it.';
    return `${quoted(name)} is not the name of an account. ${fix}`;
  },
);
