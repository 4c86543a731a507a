import type { TerraformStack } from 'cdktf';
import {
  CustomFieldsRuleset,
  LogpushJob,
  OnExisting,
  PoolNotificationPolicy,
  type CustomFieldsRulesetProps,
} from '../../../lib';
import { customFieldRule, customFieldsPhase, textAt } from '../../emulator/support';
import { accountId, jobsPath, listOf, rulesetsPath, zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { policiesPath } from '../../support/pool-stack';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';

const destinationConf = 'https://logs.example.com/in';
const stored = {
  name: 'logs',
  destination_conf: destinationConf,
  dataset: 'http_requests',
  logpull_options: 'fields=RayID&timestamps=unixnano',
  enabled: true,
};
const byHand = {
  id: 'c'.repeat(32),
  name: 'By hand',
  kind: 'zone',
  phase: customFieldsPhase,
  description: '',
  rules: [customFieldRule({ request_fields: [{ name: 'x-by-hand' }] })],
};
const policy = {
  name: 'Health of pools',
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  filters: { pool_id: ['p'.repeat(32)], new_health: ['Unhealthy'], event_source: ['pool'] },
  mechanisms: { email: [{ id: 'ops@example.com' }] },
};

describeWithNullProvider('what is there before the first deploy', () => {
  let edge: ProvisionerStack;
  afterEach(() => edge.close());

  const begin = async (zone: object, build: (stack: TerraformStack) => void) => {
    edge = await startProvisionerStack(zone);
    edge.declare(build);
    await edge.dir.init();
  };
  const applies = async () => saidIn(await edge.dir.apply());
  const fails = async () => saidIn(await edge.dir.apply([], { expectCode: 1 }));

  describe('a job of the same name', () => {
    const declare = (stack: TerraformStack) => {
      new LogpushJob(stack, 'logs', { zoneId, name: 'logs', destinationConf, fields: ['RayID'] });
    };

    it('is taken over where it is just as wanted, with a warning, and goes with the stack', async () => {
      await begin({}, declare);
      const id = textAt(await edge.emulator.result('POST', jobsPath, stored), 'id');
      await edge.calls();
      expect(await applies()).toContain(
        `Warning: Existing object adopted name: edge_logpush_job (zone_id "${zoneId}", name "logs") (${id}) already matches the configuration.`,
      );
      expect(await edge.writes()).toEqual([]);
      await edge.dir.destroy();
      expect(await edge.writes()).toEqual(['DELETE logpush/jobs/:id']);
    });

    it('fails the deploy where it differs, with the ways out, and is left alone', async () => {
      await begin({}, declare);
      const id = textAt(await edge.emulator.result('POST', jobsPath, { ...stored, enabled: false }), 'id');
      await edge.calls();
      expect(await fails()).toMatch(
        new RegExp(
          `Error: Name already in use name: .*\\(${id}\\) already exists, was not deployed by this construct, and differs from the configuration in enabled\\. Choose another name or delete the object`,
        ),
      );
      expect(await edge.writes()).toEqual([]);
      // What failed at its first step is not deleted either.
      await edge.dir.destroy();
      expect(await edge.writes()).toEqual([]);

      await edge.emulator.result('PUT', `${jobsPath}/${id}`, { enabled: true });
      await edge.writes();
      await edge.dir.apply();
      expect(await edge.writes()).toEqual([]);
    });

    it('fails the deploy where there are two of them', async () => {
      await begin({}, declare);
      for (const job of [stored, stored]) await edge.emulator.result('POST', jobsPath, job);
      await edge.calls();
      expect(await fails()).toMatch(
        /Error: Several objects with this name name: There are 2 of edge_logpush_job/,
      );
      expect(await edge.writes()).toEqual([]);
    });
  });

  describe('a policy of the same name', () => {
    const declare = (stack: TerraformStack) => {
      new PoolNotificationPolicy(stack, 'health', {
        accountId,
        name: policy.name,
        emailAddresses: ['ops@example.com'],
        allPools: true,
      });
    };
    const policies = async () => listOf(await edge.emulator.result('GET', policiesPath));

    it('fails the deploy where it differs, and is left alone', async () => {
      await begin({}, declare);
      const other = { ...policy, mechanisms: { email: [{ id: 'other@example.com' }] } };
      await edge.emulator.result('POST', policiesPath, other);
      await edge.calls();
      expect(await fails()).toContain('Error: Name already in use name: edge_pool_notification_policy');
      expect(await edge.writes()).toEqual([]);
      expect(await policies()).toHaveLength(1);
    });
  });

  describe('a ruleset of custom fields', () => {
    const declare = (more: Partial<CustomFieldsRulesetProps>) => (stack: TerraformStack) => {
      new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['a'], ...more });
    };
    const rules = async () => {
      const [found] = await edge.entryPoints();
      const ruleset = await edge.emulator.result('GET', `${rulesetsPath}/${textAt(found, 'id')}`);
      return JSON.stringify(ruleset);
    };

    it('fails the deploy where it has other rules, with what is in it', async () => {
      await begin({ rulesets: [byHand] }, declare({}));
      const said = await fails();
      expect(said).toMatch(
        /Error: Zone \w+ already has custom log fields .*"By hand" \(c+\) has request headers x-by-hand,/,
      );
      expect(said).toContain('onExisting');
      expect(await edge.writes()).toEqual([]);
    });

    it('is overwritten where that was asked for, with a warning of what is lost', async () => {
      await begin({ rulesets: [byHand] }, declare({ onExisting: OnExisting.REPLACE }));
      const said = await applies();
      expect(said).toContain('Warning: Existing custom log fields will be replaced');
      expect(said).toContain('x-by-hand');
      expect(await rules()).toContain('"cookie_fields":[{"name":"a"}]');
      expect(await rules()).not.toContain('x-by-hand');
    });

    it('is adopted where it is empty, and taken over where it is just as wanted', async () => {
      await begin({ rulesets: [{ ...byHand, rules: [] }] }, declare({}));
      await edge.dir.apply();
      expect(await edge.writes()).toEqual(['PUT rulesets/:id']);
      await edge.close();

      const wanted = [customFieldRule({ cookie_fields: [{ name: 'a' }] })];
      await begin({ rulesets: [{ ...byHand, rules: wanted }] }, declare({}));
      expect(await applies()).toContain('Warning: Existing object adopted');
      expect(await edge.writes()).toEqual([]);
      expect(await edge.entryPoints()).toMatchObject([{ id: byHand.id, name: 'By hand' }]);
    });
  });
});
