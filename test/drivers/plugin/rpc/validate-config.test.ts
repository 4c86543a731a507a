import { validateProviderConfig } from '../../../../lib/drivers/plugin/rpc/configure-provider';
import { validateResourceConfig } from '../../../../lib/drivers/plugin/rpc/validate-config';
import { Session } from '../../../../lib/drivers/plugin/session';
import { encodeObject } from '../../../../lib/drivers/plugin/wire/value';
import { resource } from '../../../../lib/resources/resource';
import { defaultSettings, type Settings } from '../../../../lib/resources/settings';
import { defineContract, optional, string } from '../../../../lib/schema';

const contract = defineContract({
  typeName: 'edge_thing',
  version: 0,
  description: 'A thing.',
  attributes: { key: optional(string, { description: 'Its key.', writeOnly: true }) },
});
const unused = () => Promise.reject(new Error('not in a validation'));
const handler = { create: unused, read: unused, update: unused, delete: unused, import: unused };
const provider = { limits: optional(string, { description: 'Which limits.' }) };

/** A session whose settings are the limits of the provider block, and the settings that the handler validates with. */
function startSession() {
  const seen: unknown[] = [];
  const validate = (_: unknown, settings: unknown) => (seen.push(settings), []);
  const session = new Session<null>({
    description: 'A provider of things.',
    attributes: provider,
    resources: [resource(contract, { ...handler, validate })],
    settingsOf: ({ limits }) => ({ ...defaultSettings, customFieldLimits: limits }) as Settings,
    configure: () => ({ isReady: true, service: null }),
  });
  const validateThing = (writeOnlyAttributesAllowed: boolean) =>
    validateResourceConfig(session, {
      typeName: contract.typeName,
      config: encodeObject(contract.attributes, { key: 'secret' }),
      clientCapabilities: { writeOnlyAttributesAllowed },
    });
  return { session, seen, validateThing };
}

it('validates a resource with the settings of the provider block, which Terraform validates first', async () => {
  const { session, seen, validateThing } = startSession();
  await validateProviderConfig(session, { config: encodeObject(provider, { limits: 'current' }) });
  await validateThing(true);
  expect(seen).toEqual([{ ...defaultSettings, customFieldLimits: 'current' }]);
});

it('refuses a write-only value of a Terraform that would store it in the state', async () => {
  const { validateThing } = startSession();
  expect((await validateThing(true)).diagnostics).toEqual([]);
  const { diagnostics } = await validateThing(false);
  expect(diagnostics?.map(({ summary, detail }) => `${summary}: ${detail}`)).toEqual([
    expect.stringMatching(
      /^Write-only attribute requires Terraform 1\.11: key is write-only: .* Upgrade Terraform\.$/,
    ),
  ]);
});
