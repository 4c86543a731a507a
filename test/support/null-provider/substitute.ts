import { randomInt } from 'node:crypto';
import type { ProviderDefinition } from '../../../lib/drivers/plugin/provider';
import { resource } from '../../../lib/resources/resource';
import { computed, defineContract, mapOf, optional, string } from '../../../lib/schema';
import { serveProvider, type ServedProvider } from '../served-provider';

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
    id: computed(string, { description: 'A random number.', useStateForUnknown: true }),
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
 * this package's implementation of the protocol. As its registry page describes, a change of triggers replaces it.
 */
export function serveNullProvider(): Promise<ServedProvider> {
  return serveProvider(provider, nullProviderSources);
}
