/**
 * A substitute for the provider hashicorp/null where the original is not available: its resource `null_resource`, served by
 * the plugin server of this package. As its registry page describes, a change of triggers replaces it.
 */
import { randomInt } from 'node:crypto';
import type { ProviderDefinition } from '../../../lib/drivers/plugin/provider';
import { serve } from '../../../lib/drivers/plugin/serve';
import { resource } from '../../../lib/resources/handler';
import { computed, defineContract, mapOf, optional, string } from '../../../lib/schema';

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

serve(provider).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
