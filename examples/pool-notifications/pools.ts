/** Who had the legacy e-mails: the teams of three regions; every twentieth pool has two recipients. */
const teams = ['asia', 'eu', 'us'] as const;

/** Sixty pools, which are three pages of the service's own size; every one has a legacy e-mail. */
export const pools: readonly object[] = teams.flatMap((team, region) =>
  Array.from({ length: 20 }, (_, index) => ({
    id: (region * 20 + index + 1).toString(16).padStart(32, '0'),
    name: poolName(team, index),
    origins: ['a', 'b'].map((name, at) => ({ name, address: `192.0.2.${region * 64 + index * 2 + at + 1}` })),
    minimum_origins: 2,
    notification_email: `${team}@example.com${index === 0 ? ', on-call@example.com' : ''}`,
  })),
);

/** Those who have to be told by the policy in the end. */
export const legacyRecipients = [...teams.map((team) => `${team}@example.com`), 'on-call@example.com'];

function poolName(team: string, index: number): string {
  return `${team}-shop-${String(index + 1).padStart(2, '0')}`;
}
