import { LogFilter, LogpushJob, type LogpushJobProps } from '../../../lib';
import { pick } from '../../emulator/support';
import { factorableFilter, nestedFilter } from '../../logs/filter/strict-count';
import { jobsPath, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';

const destinationConf = 's3://logs/{DATE}?endpoint=storage.example';
const address = 'edge_logpush_job.logs';

/** How the service counts operators is not public: a job may have more than the strict count allows. */
describe('a job whose filter has too many operators', () => {
  let edge: EdgeStack;
  afterEach(() => edge.close());

  const begin = async (filter: string) => {
    const options = 'fields=RayID&timestamps=unixnano';
    const job = { id: 7, name: 'logs', destination_conf: destinationConf, logpull_options: options };
    edge = await startEdgeStack({ jobs: [{ ...job, enabled: true, filter }] });
  };
  const declare = (more: Partial<LogpushJobProps>) => {
    edge.declare((stack) => {
      new LogpushJob(stack, 'logs', { zoneId, name: 'logs', destinationConf, fields: ['RayID'], ...more });
    });
  };
  const filterOfJob = async () => pick(await edge.emulator.result('GET', `${jobsPath}/7`), 'filter');

  it('is imported and updated, and keeps its filter', async () => {
    const filter = nestedFilter(31);
    await begin(filter);
    declare({ filter });
    await edge.terraform.import(address, `${zoneId}/7`);
    await edge.terraform.expectNoChanges();
    declare({ filter, sampleRate: 0.5 });
    await edge.terraform.apply();
    await edge.terraform.expectNoChanges();
    declare({ where: LogFilter.fromJson(filter), sampleRate: 0.5 });
    await edge.terraform.expectNoChanges();
    expect(await filterOfJob()).toBe(filter);
  });

  it('has an empty plan where `where` now sends a shorter form, and keeps its filter', async () => {
    const [long] = factorableFilter();
    await begin(long);
    declare({ where: LogFilter.fromJson(long) });
    await edge.terraform.import(address, `${zoneId}/7`);
    await edge.terraform.expectNoChanges();
    declare({ where: LogFilter.fromJson(long), sampleRate: 0.5 });
    await edge.terraform.apply();
    await edge.terraform.expectNoChanges();
    expect(await filterOfJob()).toBe(long);
  });

  it('fails the plan for another such filter, and for a new job', async () => {
    await begin(nestedFilter(31));
    declare({ filter: nestedFilter(31) });
    await edge.terraform.import(address, `${zoneId}/7`);
    declare({ filter: nestedFilter(31).replace('"a"', '"z"') });
    const detail = expect.stringContaining('31 operators (16 conditions and 15 groups') as unknown;
    const complaint = { summary: 'Log filter', detail };
    expect(await edge.terraform.failedPlan()).toMatchObject([complaint]);
    edge.terraform.forget(address);
    declare({ name: 'new', filter: nestedFilter(31) });
    expect(await edge.terraform.failedPlan()).toMatchObject([complaint]);
  });
});
