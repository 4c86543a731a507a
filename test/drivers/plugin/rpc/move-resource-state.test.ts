import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../../../lib/resources';
import type { EdgeClient } from '../../../../lib/client';
import { readOldObjects, secrets, versions, zoneId, type OldObject } from '../../../support/retired-states';
import { startLocalPlugin } from '../../../support/terraform-client/local';

/** Not configured, as Terraform leaves the process that moves. */
const { provider } = startLocalPlugin<EdgeClient>({
  attributes: {},
  description: 'All resources.',
  resources,
  configure: () => {
    throw new Error('Terraform configures no provider for a move');
  },
});

const move = (target: string, { type, schema_version: version, attributes }: ReturnType<typeof objectOf>) =>
  provider.move(target, {
    provider: 'registry.opentofu.org/cloudflare/cloudflare',
    ...{ type, version, stored: attributes },
  });

const targetsOf: Readonly<Record<string, readonly string[]>> = {
  cloudflare_logpush_job: ['edge_logpush_job'],
  cloudflare_notification_policy: ['edge_pool_notification_policy'],
  cloudflare_ruleset: ['edge_custom_fields_ruleset', 'edge_waf_migration'],
};

const objectOf = (version: (typeof versions)[number], name: keyof ReturnType<typeof readOldObjects>) =>
  readOldObjects(version)[name];

describe('a move without a configured provider', () => {
  it.each(versions)('has all that a state of version %s says of a job, and no secret', async (version) => {
    const {
      state,
      private: memory,
      identity,
      diagnostics,
    } = await move('edge_logpush_job', objectOf(version, 'requests'));
    expect(diagnostics).toEqual([]);
    expect(identity).toEqual({ zone_id: zoneId, account_id: null, id: '101' });
    expect(state).toMatchObject({
      id: '101',
      zone_id: zoneId,
      account_id: null,
      name: 'requests',
      destination_conf: 's3://shop-logs/requests/{DATE}?region=eu-central-1',
      destination_credentials: null,
      ownership_challenge: null,
      fields: ['ClientIP', 'EdgeResponseStatus', 'RayID'],
      timestamp_format: 'rfc3339',
      sample_rate: 0.5,
      output_options: null,
      enabled: true,
      max_upload_bytes: version === '3.35' ? null : 5_000_000,
      last_complete: null,
    });
    const kept = Buffer.from(memory).toString('utf8');
    expect(kept).toContain('secret-access-key');
    for (const secret of secrets) expect(JSON.stringify(state) + kept).not.toContain(secret);
  });

  it.each(['4.52', '5.22'])(
    'reads every such object that provider %s itself has written',
    async (version) => {
      const file = join(__dirname, '../../../convert', version, 'state.json');
      const { resources: recorded } = JSON.parse(readFileSync(file, 'utf8')) as {
        resources: { mode: string; type: string; instances: Omit<OldObject, 'type'>[] }[];
      };
      const candidates = recorded.flatMap(({ mode, type, instances }) =>
        mode !== 'managed'
          ? []
          : instances.flatMap((each) =>
              (targetsOf[type] ?? []).map((to) => ({ to, from: { ...each, type } })),
            ),
      );
      const replies = await Promise.all(
        candidates.map(async ({ to, from }) => ({ from, ...(await move(to, from)) })),
      );
      const moved = replies.filter(({ state }) => state !== null);
      expect(moved.length).toBeGreaterThan(4);
      for (const { from, state } of moved)
        expect([from.attributes.id, from.attributes.zone_id].map(String)).toContain(
          state?.id ?? state?.zone_id,
        );
      for (const secret of ['secret-of-the-fixture', 'c2hvcDpsb2dz', 'eyJhbGciOiJIUzI1NiI'])
        expect(JSON.stringify(moved.map(({ state }) => state))).not.toContain(secret);
      const refusals = replies.flatMap(({ diagnostics }) => diagnostics.map(({ detail }) => detail));
      expect(refusals.filter((detail) => detail.includes('cannot be read'))).toEqual([]);
    },
  );
});
