import { CustomFieldsRuleset, LogpushJob } from '../../../lib';
import { everyQuirk, textAt } from '../../emulator/support';
import { jobsPath, listOf, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';

const destinationConf = 'https://logs.example.com/in';
const spaced = `{ "where" : { "and" : [
  { "value" : "500", "operator" : "geq", "key" : "EdgeResponseStatus" },
  { "key" : "ClientCountry", "operator" : "in", "value" : [ "de", "fr" ] }
] } }`;

describe('a plan right after an apply', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack();
  });
  afterEach(() => edge.close());

  it('is empty, whatever notation the service uses', async () => {
    const { terraform, emulator } = edge;
    edge.declare((stack) => {
      new CustomFieldsRuleset(stack, 'fields', {
        zoneId,
        requestHeaders: ['x-c', 'X-A', 'x-b'],
        cookies: ['b', 'a'],
        enabled: false,
      });
      const fields = ['RequestHeaders', 'RayID', 'ClientIP'];
      new LogpushJob(stack, 'plain', { zoneId, name: 'plain', destinationConf, fields, sampleRate: 0.3 });
      new LogpushJob(stack, 'off', { zoneId, name: 'off', destinationConf, fields, enabled: false });
      new LogpushJob(stack, 'filtered', {
        zoneId,
        name: 'filtered',
        destinationConf,
        fields,
        filter: spaced,
      });
    });
    await emulator.control('PUT', '/quirks', everyQuirk);
    await terraform.apply();
    await terraform.expectNoChanges();

    const jobs = listOf(await emulator.result('GET', jobsPath));
    const filtered = jobs.find((each) => textAt(each, 'name') === 'filtered');
    const reworded = JSON.stringify(JSON.parse(spaced));
    await emulator.result('PUT', `${jobsPath}/${textAt(filtered, 'id')}`, { filter: reworded });
    await emulator.control('PUT', '/quirks', {});
    await terraform.expectNoChanges();

    const other = reworded.replace('500', '400');
    await emulator.result('PUT', `${jobsPath}/${textAt(filtered, 'id')}`, { filter: other });
    const changed = (await terraform.plan()).changes.filter(({ action }) => action !== 'no-op');
    expect(changed).toMatchObject([{ address: 'edge_logpush_job.filtered', action: 'update' }]);
  });
});
