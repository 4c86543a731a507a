/** The legacy recipients: the teams of three regions. Every twentieth pool has a second recipient. */
const teams = ['asia', 'eu', 'us'] as const;

/** Sixty pools (three pages of the service's default size), each with a legacy e-mail. */
export const pools: readonly object[] = teams.flatMap((team, region) =>
  Array.from({ length: 20 }, (_, index) => ({
    id: (region * 20 + index + 1).toString(16).padStart(32, '0'),
    name: poolName(team, index),
    origins: ['a', 'b'].map((name, at) => ({ name, address: `192.0.2.${region * 64 + index * 2 + at + 1}` })),
    minimum_origins: 2,
    notification_email: `${team}@example.com${index === 0 ? ', on-call@example.com' : ''}`,
  })),
);

/** The recipients that the policy must have in the end. */
export const legacyRecipients = [...teams.map((team) => `${team}@example.com`), 'on-call@example.com'];

function poolName(team: string, index: number): string {
  return `${team}-shop-${String(index + 1).padStart(2, '0')}`;
}
