import { validateResourceConfig } from '../../../../lib/drivers/plugin/rpc/validate-config';
import { Session } from '../../../../lib/drivers/plugin/session';
import { encodeObject } from '../../../../lib/drivers/plugin/wire/value';
import { resource } from '../../../../lib/resources/resource';
import { defineContract, optional, string } from '../../../../lib/schema';

const contract = defineContract({
  typeName: 'edge_thing',
  version: 0,
  description: 'A thing.',
  attributes: { key: optional(string, { description: 'Its key.', writeOnly: true }) },
});
const unused = () => Promise.reject(new Error('not in a validation'));
const handler = { create: unused, read: unused, update: unused, delete: unused, import: unused };

/** The headlines about a key that is set, in a Terraform that keeps write-only values out of the state or does not. */
async function validate(writeOnlyAttributesAllowed: boolean) {
  const session = new Session<null>({
    description: 'A provider of things.',
    attributes: {},
    resources: [resource(contract, handler)],
    configure: () => ({ isReady: true, service: null }),
  });
  const { diagnostics } = await validateResourceConfig(session, {
    typeName: contract.typeName,
    config: encodeObject(contract.attributes, { key: 'secret' }),
    clientCapabilities: { writeOnlyAttributesAllowed },
  });
  return diagnostics?.map(({ summary, detail }) => `${summary}: ${detail}`);
}

it('refuses a write-only value of a Terraform that would store it in the state', async () => {
  expect(await validate(true)).toEqual([]);
  expect(await validate(false)).toEqual([
    expect.stringMatching(
      /^Write-only attribute requires Terraform 1\.11: key is write-only: .* Upgrade Terraform\.$/,
    ),
  ]);
});
