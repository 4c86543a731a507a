import { Token, type TerraformStack } from 'cdktf';
import { CustomFieldsRuleset, LogpushJob, TimestampFormat, type LogpushJobProps } from '../../../lib';
import { pick, textAt } from '../../emulator/support';
import { jobsPath, listOf, zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';

describeWithNullProvider('log delivery through null_resource and local-exec', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    edge = await startProvisionerStack();
  });
  afterEach(() => edge.close());

  const declare = ({ fieldNames = ['X-Request-Id', 'X-Trace'], ...job }: Declared = {}) => {
    edge.declare((stack: TerraformStack) => {
      const fields = new CustomFieldsRuleset(stack, 'fields', {
        zoneId,
        requestHeaders: fieldNames,
        cookies: ['sessionId'],
      });
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'failures',
        destinationConf: 'https://logs.example.com/in',
        fields: ['RayID', 'EdgeResponseStatus', 'RequestHeaders', 'Cookies'],
        timestampFormat: TimestampFormat.RFC3339,
        dependsOn: [fields],
        ...job,
      });
    });
  };
  const begin = async (declared?: Declared) => {
    declare(declared);
    await edge.dir.init();
    await edge.dir.apply();
  };
  const jobs = async () => listOf(await edge.emulator.result('GET', jobsPath));

  it('is created, left alone, changed in place, and destroyed in the order of its parts', async () => {
    const { dir } = edge;
    await begin();
    expect(await edge.writes()).toEqual(['POST rulesets', 'PUT rulesets/:id', 'POST logpush/jobs']);
    const [made] = await jobs();
    expect(made).toMatchObject({ name: 'failures', dataset: 'http_requests', enabled: true });
    await edge.calls();

    expect((await dir.plan()).code).toBe(0);
    await dir.apply();
    expect(await edge.calls()).toEqual([]);

    declare({ sampleRate: 0.5, enabled: false, fieldNames: ['X-Request-Id', 'X-More'] });
    await dir.apply();
    expect(await edge.writes()).toEqual(['PUT rulesets/:id', 'PUT logpush/jobs/:id']);
    expect(await jobs()).toMatchObject([{ id: Number(textAt(made, 'id')), enabled: false }]);
    expect((await dir.plan()).code).toBe(0);

    // What was said once and is left out now has its default again.
    declare({ fieldNames: ['X-Request-Id', 'X-More'] });
    await dir.apply();
    expect(await edge.writes()).toEqual(['PUT logpush/jobs/:id']);
    expect(await jobs()).toMatchObject([{ id: Number(textAt(made, 'id')), enabled: true }]);

    const ended = saidIn(await dir.destroy());
    expect(await edge.writes()).toEqual(['DELETE logpush/jobs/:id', 'DELETE rulesets/:id']);
    expect(ended).toContain(`Deleted edge_logpush_job (zone_id "${zoneId}", name "failures").`);
    expect(await jobs()).toEqual([]);
    expect(await edge.entryPoints()).toEqual([]);
    expect(edge.memories()).toEqual([]);
  });

  it('writes nothing when a set is given in another order, also by what only Terraform knows', async () => {
    const fields = ['RayID', 'EdgeResponseStatus'];
    const fromVariable = (names: readonly string[]): Declared => ({
      fields: Token.asList(
        `\${concat(${JSON.stringify(names.slice(0, 1))}, ${JSON.stringify(names.slice(1))})}`,
      ),
    });
    await begin({ fields });
    await edge.calls();
    declare({ fields: [...fields].reverse(), fieldNames: ['X-Trace', 'X-Request-Id'] });
    expect((await edge.dir.plan()).code).toBe(0);
    await edge.dir.apply();
    expect(await edge.calls()).toEqual([]);

    declare(fromVariable([...fields].reverse()));
    await edge.dir.apply();
    declare(fromVariable(fields));
    await edge.dir.apply();
    expect(await edge.writes()).toEqual([]);
  });

  it('makes a new job for another dataset before the old one goes', async () => {
    await begin();
    await edge.writes();
    declare({ dataset: 'firewall_events', fields: ['Action'] });
    const said = saidIn(await edge.dir.apply());
    expect(await edge.writes()).toEqual(['POST logpush/jobs', 'DELETE logpush/jobs/:id']);
    expect(said).toContain('because of the change of dataset.');
    expect(await jobs()).toMatchObject([{ name: 'failures', dataset: 'firewall_events' }]);
    expect((await edge.dir.plan()).code).toBe(0);
  });

  it('gives a job another name in place, and deletes it under the name that it has', async () => {
    await begin();
    const [made] = await jobs();
    await edge.writes();
    declare({ name: 'other' });
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['PUT logpush/jobs/:id']);
    expect(await jobs()).toMatchObject([{ id: pick(made, 'id'), name: 'other' }]);
    expect([(await edge.dir.plan()).code, edge.memories()]).toEqual([0, []]);
    await edge.dir.destroy();
    expect([await jobs(), edge.memories()]).toEqual([[], []]);
  });

  it('keeps a job whose new name is taken, also when it is destroyed then', async () => {
    await begin();
    const theirs = await edge.emulator.result('POST', jobsPath, {
      name: 'other',
      destination_conf: 'https://logs.example.com/in',
      dataset: 'http_requests',
    });
    await edge.writes();
    declare({ name: 'other' });
    expect(saidIn(await edge.dir.apply([], { expectCode: 1 }))).toContain('Error: New name already in use');
    expect(await edge.writes()).toEqual([]);
    await edge.dir.destroy();
    expect(await jobs()).toMatchObject([{ id: pick(theirs, 'id') }]);
  });

  it('makes what somebody has deleted anew with the next change', async () => {
    await begin();
    const [made] = await jobs();
    await edge.emulator.result('DELETE', `${jobsPath}/${textAt(made, 'id')}`);
    declare({ enabled: false });
    expect(saidIn(await edge.dir.apply())).toContain('no longer exists. Creating it again.');
    expect(await jobs()).toMatchObject([{ name: 'failures', enabled: false }]);
  });
});

type Declared = Partial<LogpushJobProps> & { readonly fieldNames?: string[] };
