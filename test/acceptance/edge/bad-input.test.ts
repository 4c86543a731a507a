import { TerraformVariable, type TerraformStack } from 'cdktf';
import { CustomFieldsRuleset, LogpushJob } from '../../../lib';
import {
  forgetState,
  jobsPath,
  startEdgeStack,
  toldBy,
  zoneId,
  type EdgeStack,
  type Told,
} from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

const destination = 'https://logs.example.com/in';
const leaf = { key: 'EdgeResponseStatus', operator: 'eq', value: '1' };
const where = (...leaves: object[]) => JSON.stringify({ where: { or: leaves } });

describeWithTerraform('bad input', () => {
  let edge: EdgeStack;
  beforeAll(async () => {
    edge = await startEdgeStack();
    edge.declare(goodStack());
    await edge.dir.init();
  });
  beforeEach(async () => {
    await edge.emulator.control('POST', '/reset');
    forgetState(edge.dir);
    edge.declare(goodStack());
  });
  afterAll(() => edge.close());

  /** A sound stack, with attributes written over what the constructs would have refused. */
  function goodStack({ fields = {}, logs = {} }: { fields?: object; logs?: object } = {}) {
    return (stack: TerraformStack) => {
      const job = { zoneId, name: 'logs', destinationConf: destination, fields: ['RayID'] };
      const ruleset = new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['a'] });
      for (const [name, value] of Object.entries(fields)) ruleset.resource.addOverride(name, value);
      const resource = new LogpushJob(stack, 'logs', job).resource;
      for (const [name, value] of Object.entries(logs)) resource.addOverride(name, value);
    };
  }

  const errors = (told: readonly Told[]) => told.filter(({ severity }) => severity === 'error');

  it('is told at validate, all of it, with the place and the cure', async () => {
    const { dir } = edge;
    const tooMany = Array.from({ length: 41 }, (_, index) => `x-${index}`);
    const filterOn = (value: string) => where({ key: 'ClientRequestPath', operator: 'eq', value });
    const long = filterOn('a'.repeat(1001 - filterOn('').length));
    const cases: readonly ['fields' | 'logs', string, unknown, RegExp][] = [
      ['fields', 'request_headers', tooMany, /42 custom fields .* 40 at most.* Remove 2/],
      ['fields', 'request_headers', ['X-A'], /"X-A" has capital letters.*Write "x-a"/],
      ['logs', 'fields', ['RayId'], /"RayId".*"RayID"/],
      ['logs', 'filter', where(...Array.from({ length: 31 }, () => leaf)), /31 operators.*30/],
      ['logs', 'filter', long, /1001 bytes.*1000/],
    ];
    for (const [name, attribute, value, detail] of cases) {
      edge.declare(goodStack({ [name]: { [attribute]: value } }));
      const told = errors(toldBy(await dir.run(['validate', '-json'], { expectCode: 1 })));
      expect(told.map((each) => each.detail).join('\n')).toMatch(detail);
      for (const { snippet } of told) {
        expect(snippet?.context).toMatch(new RegExp(`^resource\\.edge_\\w+\\.${name}$`));
        expect(snippet?.code).toContain(`"${attribute}"`);
      }
    }
  });

  it('is told at apply when only the service can know: a challenge of another destination', async () => {
    const conf = 's3://one/logs?region=eu-central-1';
    const challenge = await edge.proveOwnership('s3://two/logs?region=eu-central-1');
    edge.declare((stack) => {
      const { stringValue } = new TerraformVariable(stack, 'challenge', { type: 'string', sensitive: true });
      goodStack({ logs: { destination_conf: conf, ownership_challenge: stringValue } })(stack);
    });
    const args = ['apply', '-auto-approve', '-input=false', '-json'];
    const outcome = await edge.dir.start(args, { TF_VAR_challenge: challenge }).finished;
    const told = errors(toldBy(outcome));
    expect(told).toEqual([
      expect.objectContaining({
        address: 'edge_logpush_job.logs',
        summary: 'The service did not accept the ownership challenge',
        detail: expect.stringMatching(
          /belongs to another destination.*request a new one.*ownershipChallenge/,
        ) as string,
      }),
    ]);
    expect(outcome.stdout).not.toContain(challenge.slice(-40));
  });

  it('is warned of at plan when the zone is full, and told at apply with what is in it', async () => {
    for (const name of ['a', 'b', 'c', 'd'])
      await edge.emulator.result('POST', jobsPath, { name, destination_conf: destination });
    const outcome = await edge.dir.run(
      ['apply', '-auto-approve', '-input=false', '-json', '-target=edge_logpush_job.logs'],
      {
        expectCode: 1,
      },
    );
    const told = toldBy(outcome).filter(({ summary }) => summary.includes('zone may'));
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          severity: 'warning',
          address: 'edge_logpush_job.logs',
          detail: expect.stringMatching(/has 4 jobs \(\d+ "a", .*delete one/) as string,
        }),
        expect.objectContaining({
          severity: 'error',
          address: 'edge_logpush_job.logs',
          summary: 'The zone may have no more jobs',
          detail: expect.stringMatching(/It has 4 jobs: .*"d"\. Delete one/) as string,
        }),
      ]),
    );
  });

  it.each([
    [
      'a token that is wrong',
      'The API does not accept the credentials',
      /EDGE_API_TOKEN|token/i,
      { EDGE_API_TOKEN: 'canary-token' },
    ],
    [
      'an API that can’t be reached',
      'The API can’t be reached',
      /127\.0\.0\.1:9/,
      { EDGE_BASE_URL: 'http://127.0.0.1:9/client/v4' },
    ],
    [
      'credentials that are missing',
      'No credentials',
      /Set EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY/,
      { EDGE_API_TOKEN: '' },
    ],
  ])('is told at plan: %s', async (_what, summary, detail, env) => {
    const outcome = await edge.dir.start(['plan', '-input=false', '-json'], env).finished;
    const [told] = errors(toldBy(outcome));
    expect(told).toMatchObject({ summary, detail: expect.stringMatching(detail) as string });
    expect(outcome.stdout).not.toContain('canary-token');
  });

  it('is no reason to fall over: a reply that is no JSON is told with its call', async () => {
    await edge.emulator.control('POST', '/faults', {
      kind: 'not_json',
      times: 50,
      match: { path: '/zones' },
    });
    const [told] = errors(toldBy(await edge.dir.run(['plan', '-input=false', '-json'], { expectCode: 1 })));
    expect(told).toMatchObject({
      summary: 'The reply is not one of the API',
      detail: expect.stringMatching(/^GET \/client\/v4\/zones\/\w+\/.*try again later/) as string,
    });
  });
});
