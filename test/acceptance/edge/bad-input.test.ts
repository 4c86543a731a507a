import { TerraformVariable, type TerraformStack } from 'cdktf';
import { CustomFieldsRuleset, LogpushJob, LogField } from '../../../lib';
import { startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';
import { describeWithTerraform, type Message } from '../../support/terraform';

const destination = 'https://logs.example.com/in';
const leaf = { key: 'EdgeResponseStatus', operator: 'eq', value: '1' };
const where = (...leaves: object[]) => JSON.stringify({ where: { or: leaves } });

describe('bad input', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack();
    edge.declare(goodStack());
  });

  /** A valid stack, with attributes that the constructs would have refused written over it. */
  function goodStack({ fields = {}, logs = {} }: { fields?: object; logs?: object } = {}) {
    return (stack: TerraformStack) => {
      const job = { zoneId, name: 'logs', destinationConf: destination, fields: [LogField.RayID] };
      const ruleset = new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['a'] });
      for (const [name, value] of Object.entries(fields)) ruleset.resource.addOverride(name, value);
      const resource = new LogpushJob(stack, 'logs', job).resource;
      for (const [name, value] of Object.entries(logs)) resource.addOverride(name, value);
    };
  }

  describeWithTerraform('for the real terraform', () => {
    it('fails the validation with every fault, its source location and the fix', async () => {
      const tooMany = Array.from({ length: 41 }, (_, index) => `x-${index}`);
      const filterOn = (value: string) => where({ key: 'ClientRequestPath', operator: 'eq', value });
      const long = filterOn('a'.repeat(1001 - filterOn('').length));
      const rulesets = {
        many: [tooMany, /42 custom fields .* 40 at most.* Remove 2/],
        capital: [['X-A'], /"X-A" has capital letters.*Write "x-a"/],
      } as const;
      const jobs = {
        spelling: ['name', 'a b', /"a b"/],
        operators: ['filter', where(...Array.from({ length: 30 }, () => leaf)), /31 operators.*30/],
        length: ['filter', long, /100[12] bytes.*1000/],
      } as const;
      edge.declare((stack) => {
        for (const [name, [headers]] of Object.entries(rulesets)) {
          // One ruleset a zone is all that a stack may have.
          const ruleset = new CustomFieldsRuleset(stack, name, {
            zoneId: name === 'many' ? zoneId : '2'.repeat(32),
            cookies: ['a'],
          });
          ruleset.resource.addOverride('request_headers', headers);
        }
        for (const [name, [attribute, value]] of Object.entries(jobs)) {
          const job = { zoneId, name, destinationConf: destination, fields: [LogField.RayID] };
          new LogpushJob(stack, name, job).resource.addOverride(attribute, value);
        }
      });
      await edge.dir.init();
      const { stdout } = await edge.dir.run(['validate', '-json'], { expectCode: 1 });
      const { diagnostics } = JSON.parse(stdout) as { diagnostics: Required<Message>['diagnostic'][] };
      const expected = [
        ...Object.entries(rulesets).map(([name, [, detail]]) => [name, 'request_headers', detail] as const),
        ...Object.entries(jobs).map(([name, [attribute, , detail]]) => [name, attribute, detail] as const),
      ];
      for (const [name, attribute, detail] of expected) {
        const found = diagnostics.filter(({ snippet }) => snippet?.context?.endsWith(`.${name}`) === true);
        expect(found.map((each) => each.detail).join('\n')).toMatch(detail);
        for (const { snippet } of found) expect(snippet?.code).toContain(`"${attribute}"`);
      }
    });
  });

  it('fails the apply when only the service can detect it: a challenge of another destination', async () => {
    const conf = 's3://one/logs?region=eu-central-1';
    const challenge = await edge.proveOwnership('s3://two/logs?region=eu-central-1');
    edge.declare((stack) => {
      const { stringValue } = new TerraformVariable(stack, 'challenge', { type: 'string', sensitive: true });
      goodStack({ logs: { destination_conf: conf, ownership_challenge: stringValue } })(stack);
    });
    edge.terraform.variables = { challenge };
    const diagnostics = await edge.terraform.failedApply();
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([
      expect.objectContaining({
        severity: 'error',
        address: 'edge_logpush_job.logs',
        summary: 'Ownership challenge refused by the API',
        detail: expect.stringMatching(
          /is for another destination.*request a new one.*ownershipChallenge/,
        ) as string,
      }),
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain(challenge.slice(-40));
  });
});
