import { domainKey } from '../client/domain';
import { errorAt, type Check } from '../schema';

const pattern = /^[0-9a-f]{32}$/;

/** Ids of zones, accounts and rulesets are 32 hexadecimal digits in lower case (public fact, section 1.2). */
export function isIdentifier(value: string): boolean {
  return pattern.test(value);
}

export const checkIdentifier: Check = (value, path) => {
  if (typeof value !== 'string' || isIdentifier(value)) return [];
  return [
    errorAt(
      path,
      'Invalid identifier',
      `"${value}" is not an ID: IDs are 32 hexadecimal digits in lower case. Copy it from the overview page of the zone or account.`,
    ),
  ];
};

/**
 * What is wrong with the value of an option that takes the ID or the name of a zone or an account; undefined if it can be one.
 */
export function faultOfOwner(kind: 'zone' | 'account', value: string): string | undefined {
  if (isIdentifier(value) || (kind === 'zone' && isDomain(value))) return undefined;
  if (kind === 'account' && value.trim() !== '' && !isIdentifier(value.toLowerCase())) return undefined;
  const name = kind === 'zone' ? 'a domain' : 'a name';
  return `"${value}" is neither an ID nor ${name}: IDs are 32 hexadecimal digits in lower case. Copy it from the overview page of the ${kind}.`;
}

/** Whether a text can be the name of a zone: a domain of at least two labels, in any case, in Unicode or as punycode. */
export function isDomain(text: string): boolean {
  return /^[^\s./]+(\.[^\s./]+)+$/.test(domainKey(text));
}

export const checkDomain: Check = (value, path) => {
  if (typeof value !== 'string' || isDomain(value)) return [];
  const fix = isIdentifier(value) ? 'It is an ID: set zone_id (zoneId) to it.' : 'Write it as example.com.';
  return [
    errorAt(path, 'Invalid zone name', `"${value}" is not a domain, and zones are named by domains. ${fix}`),
  ];
};

/** Any text is the name of an account. */
export const checkAccountName: Check = (value, path) => {
  if (typeof value !== 'string' || (value.trim() !== '' && !isIdentifier(value))) return [];
  const fix =
    value.trim() === ''
      ? 'Give the name as the dashboard shows it.'
      : 'It is an ID: set account_id (accountId) to it.';
  return [errorAt(path, 'Invalid account name', `"${value}" is not the name of an account. ${fix}`)];
};
