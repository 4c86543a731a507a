import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { ProviderDefinition } from '../../../lib/drivers/plugin/provider';
import { providerService } from '../../../lib/drivers/plugin/rpc';
import { Session } from '../../../lib/drivers/plugin/session';
import { resource } from '../../../lib/resources/resource';
import { computed, defineContract, mapOf, optional, string } from '../../../lib/schema';

/** What the name `hashicorp/null` stands for: in Terraform and in OpenTofu. */
export const nullProviderSources = [
  'registry.terraform.io/hashicorp/null',
  'registry.opentofu.org/hashicorp/null',
] as const;

const contract = defineContract({
  typeName: 'null_resource',
  version: 0,
  description: 'Implements the life of a resource and does nothing.',
  attributes: {
    triggers: optional(mapOf(string), {
      description: 'Values whose change replaces the resource.',
      replaces: true,
    }),
    id: computed(string, { description: 'A random number.', stable: true }),
  },
});

const nullResource = resource<typeof contract.attributes, null>(contract, {
  create: ({ triggers }) => Promise.resolve({ triggers, id: String(randomInt(2 ** 47)) }),
  read: (state) => Promise.resolve(state),
  update: ({ prior }) => Promise.resolve(prior),
  delete: () => Promise.resolve(),
  import: (id) => Promise.resolve({ id }),
});

const provider: ProviderDefinition<null> = {
  attributes: {},
  description: 'Resources that do nothing.',
  resources: [nullResource],
  configure: () => ({ isReady: true, service: null }),
};

/**
 * Serves a substitute for the provider hashicorp/null, where the original is not available: its resource `null_resource` in
 * this package's implementation of the protocol. As its registry page describes, a change of triggers replaces it. With the
 * environment Terraform connects to it, as it does to a provider in a debugger, and starts no process of its own.
 */
export async function serveNullProvider(): Promise<{
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'null-provider-'));
  const socketPath = join(folder, 'provider.sock');
  const server = new Server();
  const { definition, implementation } = providerService(new Session(provider));
  server.addService(definition, implementation);
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`unix:${socketPath}`, ServerCredentials.createInsecure(), (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
  const connection = {
    Protocol: 'grpc',
    ProtocolVersion: 6,
    Pid: process.pid,
    // Otherwise Terraform kills the process at its end.
    Test: true,
    Addr: { Network: 'unix', String: socketPath },
  };
  const connections = Object.fromEntries(nullProviderSources.map((source) => [source, connection]));
  return {
    environment: { TF_REATTACH_PROVIDERS: JSON.stringify(connections) },
    close: () => {
      server.forceShutdown();
      rmSync(folder, { recursive: true });
    },
  };
}
