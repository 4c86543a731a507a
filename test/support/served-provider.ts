import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProviderDefinition } from '../../lib/drivers/plugin/provider';
import { providerService } from '../../lib/drivers/plugin/rpc';
import { Session } from '../../lib/drivers/plugin/session';
import { makeServer } from '../../lib/drivers/plugin/wire/server';

/** A provider in the process of a test. */
export interface ServedProvider {
  /** With it Terraform connects to the provider, as to one in a debugger: it installs none, and starts no process of its own. */
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}

/** Serves a provider under some addresses, such as `registry.terraform.io/hashicorp/null`. */
export async function serveProvider<S>(
  provider: ProviderDefinition<S>,
  sources: readonly string[],
): Promise<ServedProvider> {
  const folder = mkdtempSync(join(tmpdir(), 'served-provider-'));
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
  return {
    environment: { TF_REATTACH_PROVIDERS: JSON.stringify(connections) },
    close: () => {
      server.close();
      for (const session of sessions) session.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}
