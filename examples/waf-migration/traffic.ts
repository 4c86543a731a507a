const managedRuleset = 'efb7b8c949ac4650a09736fc376e9aee';

/** A rule of the new version that blocks orders by mistake. */
export const falsePositiveRule = '5de7edfa648c4d6891dc3e7f84534ffa';

/** Requests, with the managed rules of both versions that match them. */
const requests = [
  // An order whose text looks like SQL to a rule of the new version.
  tripping('POST', '/orders', { new: falsePositiveRule }),
  tripping('POST', '/orders', { new: falsePositiveRule }),
  // A script that only the previous version blocks.
  tripping('POST', '/upload', { previous: '2' }),
  // An attack that both versions block.
  tripping('GET', '/products', { new: '6'.repeat(32), previous: '1' }),
];

/** Sends the requests to the zone in the emulator. */
export async function sendTraffic(controlUrl: string, zoneId: string): Promise<void> {
  const response = await fetch(`${controlUrl}/zones/${zoneId}/requests`, {
    method: 'POST',
    body: requests.map((request) => JSON.stringify(request)).join('\n'),
  });
  if (!response.ok) throw new Error(`the requests are refused: ${await response.text()}`);
}

/** Clears the recorded security events. */
export async function clearEvents(controlUrl: string, zoneId: string): Promise<void> {
  await fetch(`${controlUrl}/zones/${zoneId}/security-events`, { method: 'DELETE' });
}

function tripping(
  method: string,
  path: string,
  trips: { readonly new?: string; readonly previous?: string },
) {
  const ids = { new: trips.new, previous: trips.previous?.padStart(32, '0') };
  return {
    fields: { ClientRequestMethod: method, ClientRequestHost: 'example.com', ClientRequestURI: path },
    waf: {
      ...(ids.new !== undefined && {
        new: [{ rule_id: ids.new, ruleset_id: managedRuleset, action: 'block' }],
      }),
      ...(ids.previous !== undefined && { previous: [{ rule_id: ids.previous, action: 'block' }] }),
    },
  };
}
