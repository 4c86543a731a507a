import type { Connection } from '../../lib/cli/connection';
import { EdgeClient, type ClientOptions } from '../../lib/client';
import { systemClock } from '../../lib/client/clock';

export function connectionTo(
  { url, token }: { readonly url: string; readonly token: string },
  options: Partial<ClientOptions> = {},
): Connection {
  const client = new EdgeClient({ baseUrl: url, credentials: { apiToken: token }, ...options });
  return {
    client,
    clock: systemClock,
    requestsPer5Minutes: 1200,
    showProgress: () => undefined,
    baseUrl: url,
    close: () => client.close(),
  };
}
