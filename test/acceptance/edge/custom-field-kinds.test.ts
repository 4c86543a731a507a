import type { TerraformStack } from 'cdktf';
import {
  CustomFieldLimits,
  CustomFieldsRuleset,
  LogpushJob,
  type CustomFieldsRulesetProps,
} from '../../../lib';
import { customFieldRule, customFieldsPhase, pick, textAt } from '../../emulator/support';
import { forgetState, rulesetsPath, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

const everyKind: Partial<CustomFieldsRulesetProps> = {
  requestHeaders: ['X-Raw'],
  transformedRequestHeaders: ['Host'],
  responseHeaders: ['Server', 'Set-Cookie'],
  rawResponseHeaders: ['Vary'],
  cookies: ['Sid'],
  preserveDuplicates: ['Set-Cookie', 'Vary'],
};

/** What the service has for every kind. */
const parameters = {
  request_fields: [{ name: 'x-raw' }],
  transformed_request_fields: [{ name: 'host' }],
  response_fields: [
    { name: 'server', preserve_duplicates: false },
    { name: 'set-cookie', preserve_duplicates: true },
  ],
  raw_response_fields: [{ name: 'vary', preserve_duplicates: true }],
  cookie_fields: [{ name: 'Sid' }],
};

const exchange = JSON.stringify({
  request: {
    headers: [
      ['X-Raw', 'sent'],
      ['Host', 'sent.example'],
      ['Cookie', 'Sid=s1'],
    ],
    transformedHeaders: [['Host', 'changed.example']],
  },
  response: {
    headers: [
      ['Vary', 'Accept'],
      ['Server', 'origin'],
      ['Vary', 'Cookie'],
    ],
    transformedHeaders: [
      ['Server', 'edge'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ],
  },
});

const entrypoint = `${rulesetsPath}/phases/${customFieldsPhase}/entrypoint`;

describe('custom fields of every kind', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack({ custom_field_limits: 'current' });
  });
  afterEach(() => edge.close());

  const declare = (
    props: Partial<CustomFieldsRulesetProps> = everyKind,
    more: (stack: TerraformStack, fields: CustomFieldsRuleset) => void = () => undefined,
  ) => {
    edge.declare(
      (stack) => {
        more(stack, new CustomFieldsRuleset(stack, 'fields', { zoneId, ...props }));
      },
      { customFieldLimits: CustomFieldLimits.CURRENT },
    );
  };
  const stored = async () =>
    pick(await edge.emulator.result('GET', entrypoint), 'rules', 0, 'action_parameters');
  const address = 'edge_custom_fields_ruleset.fields';

  describeWithTerraform('in Terraform', () => {
    it('are created, delivered, repaired and imported', async () => {
      const { dir, emulator } = edge;
      const destinationConf = 's3://bucket/logs?region=eu-central-1';
      const ownershipChallenge = await edge.proveOwnership(destinationConf);
      declare(everyKind, (stack, fields) => {
        new LogpushJob(stack, 'logs', {
          zoneId,
          name: 'logs',
          destinationConf,
          ownershipChallenge,
          fields: ['RequestHeaders', 'ResponseHeaders', 'Cookies'],
          dependsOn: [fields],
        });
      });
      await dir.init();
      await dir.apply();
      expect(await stored()).toEqual(parameters);
      expect((await dir.plan()).code).toBe(0);
      await emulator.control('POST', `/zones/${zoneId}/requests`, exchange);
      expect(edge.deliveredTo('bucket')).toEqual([
        {
          RequestHeaders: { 'x-raw': 'sent', host: 'changed.example' },
          ResponseHeaders: { server: 'edge', 'set-cookie': ['a=1', 'b=2'], vary: ['Accept', 'Cookie'] },
          Cookies: { Sid: 's1' },
        },
      ]);

      const drifted = { ...parameters, raw_response_fields: [{ name: 'etag' }] };
      await emulator.result('PUT', entrypoint, { rules: [customFieldRule(drifted)] });
      expect(await dir.applyJson()).toMatchObject({
        drifted: expect.arrayContaining([`update ${address}`]) as unknown,
        changes: [`update ${address}`],
      });
      expect(await stored()).toEqual(parameters);

      forgetState(dir);
      declare(everyKind, (_stack, fields) => {
        fields.importFrom(`${zoneId}/${customFieldsPhase}`);
      });
      const { version } = await ruleset();
      expect((await dir.applyJson()).changes).toEqual([`import ${address}`]);
      expect((await dir.plan()).code).toBe(0);
      expect((await ruleset()).version).toBe(version);
      expect(await stored()).toEqual(parameters);
    });
  });

  const ruleset = async () => {
    const found = await edge.emulator.result('GET', entrypoint);
    return { id: textAt(found, 'id'), version: textAt(found, 'version') };
  };

  it('show each change in its attribute', async () => {
    declare();
    await edge.terraform.apply();
    await edge.emulator.result('PUT', entrypoint, {
      rules: [
        customFieldRule({
          ...parameters,
          transformed_request_fields: undefined,
          response_fields: [{ name: 'server' }, { name: 'set-cookie' }],
        }),
      ],
    });
    expect((await edge.terraform.plan()).change(address)).toMatchObject({
      action: 'update',
      before: { transformed_request_headers: [], preserve_duplicates: ['vary'] },
      after: { transformed_request_headers: ['host'], preserve_duplicates: ['set-cookie', 'vary'] },
    });
    await edge.terraform.apply();
    await edge.terraform.expectNoChanges();
    expect(await stored()).toEqual(parameters);

    declare({ cookies: ['Sid'] });
    await edge.terraform.apply();
    expect(await stored()).toEqual({ cookie_fields: [{ name: 'Sid' }] });
    await edge.terraform.expectNoChanges();
  });

  it('fail the plan without the current limits, and name the fix', async () => {
    edge.declare((stack) => {
      const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['Sid'] });
      // As HCL has it, which no synth checks.
      fields.resource.addOverride('raw_response_headers', ['vary']);
    });
    expect(await edge.terraform.failedPlan()).toMatchObject([
      {
        address,
        summary: 'Custom fields',
        detail: expect.stringContaining('(`custom_field_limits = "current"` in HCL)') as string,
      },
    ]);
  });
});
