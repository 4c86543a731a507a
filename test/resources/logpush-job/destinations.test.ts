import { LogpushJob } from '../../../lib';
import { parseDestination, splitDestination } from '../../../lib/logs';
import { missingCredentials } from '../../../lib/resources/logpush-job/destination';
import { makeStack, warningsOf } from '../../constructs/support';
import { jobs, startBeforeAll, zoneId } from '../../emulator/support';
import { brokenDestinations, publicDestinations } from '../../support/destinations';
import type { TerraformClient } from '../../support/terraform-client';
import { localTerraform } from '../local-terraform';

const emulator = startBeforeAll();

/** A job whose destination is split, as a configuration has it. */
function terraformWith(whole: string, more: object = {}): TerraformClient {
  const { conf, credentials } = splitDestination(whole);
  const job = {
    zone_id: zoneId,
    name: 'logs',
    destination_conf: conf.replaceAll('${', () => '$${'),
    destination_credentials: Object.keys(credentials).length === 0 ? null : credentials,
    ...more,
  };
  const configuration = () => ({ resource: { edge_logpush_job: { logs: job } } });
  return localTerraform(emulator, configuration, { retry_timeout_seconds: 60 });
}

function construct(whole: string): LogpushJob {
  const { conf, credentials } = splitDestination(whole);
  return new LogpushJob(makeStack(), 'logs', {
    zoneId,
    name: 'logs',
    destinationConf: conf,
    destinationCredentials: credentials,
  });
}

const validated = (conf: string) =>
  emulator.result('POST', `/zones/${zoneId}/logpush/validate/destination`, { destination_conf: conf });

describe('a destination of the public pages', () => {
  it.each(publicDestinations)('is accepted by construct, provider and service: %s', async (whole) => {
    expect(parseDestination(whole).faults).toEqual([]);
    // Only literals of credentials have a warning.
    const warnings = warningsOf(construct(whole)).filter((each) => !each.includes('is a literal'));
    expect(warnings).toEqual([]);
    expect(await validated(whole)).toEqual({ valid: true, message: '' });
    expect(await terraformWith(whole).validate()).toEqual([]);
  });
});

describe('a destination that the service cannot use', () => {
  it.each(brokenDestinations)('is refused by construct, plan and service: %s', async (whole, named) => {
    expect(() => construct(whole)).toThrow(named);
    const found = await terraformWith(whole, { ownership_challenge: 'token' }).failedPlan();
    expect(found.map(({ detail }) => detail).join('\n')).toContain(named);
    expect(await validated(whole)).toEqual({
      valid: false,
      message: expect.stringContaining(named) as string,
    });
    const created = await emulator.call('POST', jobs, {
      name: 'logs',
      dataset: 'http_requests',
      destination_conf: whole,
    });
    expect(created).toMatchObject({
      status: 400,
      text: expect.stringContaining('destination_conf') as string,
    });
  });

  it.each(['s3://${aws_s3_bucket.logs.bucket}/${DATE}?region=eu', 's3://b/$${DATE}?region=${var.region}'])(
    'is refused beside expressions of Terraform, which are not judged: %s',
    (conf) => {
      expect(
        () => new LogpushJob(makeStack(), 'logs', { zoneId, name: 'logs', destinationConf: conf }),
      ).toThrow('has "${DATE}". The service replaces {DATE} alone');
    },
  );

  it('is accepted at synth and in a configuration where it only lacks the credentials of an existing job', async () => {
    const conf = 'r2://bucket?account-id=1';
    expect(
      () => new LogpushJob(makeStack(), 'logs', { zoneId, name: 'logs', destinationConf: conf }),
    ).not.toThrow();
    expect(await terraformWith(conf).validate()).toEqual([]);
  });

  it.each([
    ['s3://b?region=eu&acl=private', '"acl"', 'For s3 this version knows region, endpoint, sse'],
    ['gs://b?region=eu', '"region"', 'For gs this version knows none'],
    ['datadog://h?servce=shop', '"servce"', 'Did you mean "service"?'],
  ])('has a warning for a parameter that this version does not know: %s', async (conf, name, known) => {
    const [warning] = warningsOf(
      new LogpushJob(makeStack(), 'logs', { zoneId, name: 'logs', destinationConf: conf }),
    );
    expect(warning).toContain(`The parameter ${name} of the destination is unknown.`);
    expect(warning).toContain(known);
    expect(await terraformWith(conf).validate()).toMatchObject([
      { severity: 'warning', summary: 'Destination unknown to this version' },
    ]);
  });

  it('has credentials by the names of headers in any case', () => {
    expect(missingCredentials('datadog://h', ['header_dd-api-key'])).toEqual([]);
    expect(missingCredentials('datadog://h', ['header_X'])).toHaveLength(1);
  });
});
