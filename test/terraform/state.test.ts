import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseState, readState } from '../../lib/terraform/state';

const attributes = { id: 'x' };

const file = {
  version: 4,
  resources: [
    { mode: 'managed', type: 'cloudflare_zone', name: 'shop', instances: [{ attributes }] },
    {
      mode: 'managed',
      module: 'module.waf["a.b"]',
      type: 'cloudflare_waf_group',
      name: 'off',
      instances: [
        { index_key: 'php', attributes },
        { index_key: 1, attributes },
      ],
    },
    { mode: 'data', type: 'cloudflare_waf_groups', name: 'all', instances: [{ attributes }] },
    { mode: 'managed', type: 'cloudflare_zone', name: 'none', instances: [] },
  ],
};

const show = {
  format_version: '1.0',
  values: {
    root_module: {
      resources: [
        {
          mode: 'managed',
          type: 'cloudflare_zone',
          name: 'shop',
          address: 'cloudflare_zone.shop',
          values: attributes,
        },
        {
          mode: 'data',
          type: 'cloudflare_waf_groups',
          name: 'all',
          address: 'data.cloudflare_waf_groups.all',
          values: attributes,
        },
      ],
      child_modules: [
        {
          address: 'module.waf["a.b"]',
          resources: ['php', 1].map((index) => ({
            ...{ mode: 'managed', type: 'cloudflare_waf_group', name: 'off', index, values: attributes },
            address: `module.waf["a.b"].cloudflare_waf_group.off[${JSON.stringify(index)}]`,
          })),
        },
      ],
    },
  },
};

const byAddress = (state: unknown) =>
  Object.fromEntries((parseState(state) ?? []).map((each) => [each.address, each]));

describe('a Terraform state', () => {
  it('is read from a state file, with modules, keys and data sources', () => {
    expect(byAddress(file)).toEqual({
      'cloudflare_zone.shop': expect.objectContaining({
        mode: 'managed',
        moduleAddress: '',
        attributes,
      }) as unknown,
      'module.waf["a.b"].cloudflare_waf_group.off["php"]': {
        ...{ mode: 'managed', type: 'cloudflare_waf_group', name: 'off', key: 'php', attributes },
        address: 'module.waf["a.b"].cloudflare_waf_group.off["php"]',
        moduleAddress: 'module.waf["a.b"]',
      },
      'module.waf["a.b"].cloudflare_waf_group.off[1]': expect.objectContaining({ key: 1 }) as unknown,
      'data.cloudflare_waf_groups.all': expect.objectContaining({ mode: 'data' }) as unknown,
    });
  });

  it('is the same from the output of terraform show -json', () => {
    expect(byAddress(show)).toEqual(byAddress(file));
  });

  it('has no objects before the first apply', () => {
    expect(parseState({ format_version: '1.0' })).toEqual([]);
    expect(parseState({ version: 4, resources: [] })).toEqual([]);
  });

  it.each([
    ['{', /^--state: .* is not JSON: .*\. Write one with `terraform state pull/],
    ['{"version": 3}', /^--state: .* is no Terraform state\. Write one with/],
    [undefined, /^--state: .* cannot be read: there is no such file\. Correct the path\.$/],
  ])('fails for %j', async (text, message) => {
    const path = join(tmpdir(), 'state.json');
    if (text !== undefined) await writeFile(path, text);
    await expect(readState(path, '--state')).rejects.toThrow(message);
    await rm(path, { force: true });
  });
});
