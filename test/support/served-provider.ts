import { once } from 'node:events';
import type { ServerHttp2Session } from 'node:http2';
import { join } from 'node:path';
import type { ProviderDefinition } from '../../lib/drivers/plugin/provider';
import { providerService } from '../../lib/drivers/plugin/rpc';
import { Session } from '../../lib/drivers/plugin/session';
import { makeServer } from '../../lib/drivers/plugin/wire/server';
import { afterTest } from './after-test';
import { makeFolder } from './folder';

/** A provider in the process of a test, which ends with the test. */
export interface ServedProvider {
  /** With it Terraform connects to the provider, as to one in a debugger: it installs none, and starts no process of its own. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Serves a provider under some addresses, such as `registry.terraform.io/hashicorp/null`. */
export async function serveProvider<S>(
  provider: ProviderDefinition<S>,
  sources: readonly string[],
): Promise<ServedProvider> {
  const folder = makeFolder();
  const socketPath = join(folder, 'provider.sock');
  const server = makeServer(providerService(new Session(provider)));
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => sessions.add(session)).listen(socketPath);
  await once(server, 'listening');
  const connection = {
    Protocol: 'grpc',
    ProtocolVersion: 6,
    Pid: process.pid,
    // Otherwise Terraform kills the process at its end.
    Test: true,
    Addr: { Network: 'unix', String: socketPath },
  };
  const connections = Object.fromEntries(sources.map((source) => [source, connection]));
  afterTest(() => {
    server.close();
    for (const session of sessions) session.destroy();
  });
  return { environment: { TF_REATTACH_PROVIDERS: JSON.stringify(connections) } };
}
