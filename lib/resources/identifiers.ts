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
