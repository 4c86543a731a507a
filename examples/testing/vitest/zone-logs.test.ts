// For vitest without globals: the hooks and expect are imported, and passed on.
import { App } from 'cdktn';
import { CustomFieldsRuleset, LogField, LogFilter, LogpushJob } from 'cdktf-edge-platform/cdktn';
import { enterpriseZone, useEmulator, type Deployment } from 'cdktf-edge-platform/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZoneLogs } from '../zone-logs';

const edge = useEmulator({ fixture: enterpriseZone() }, { beforeAll, afterAll, expect });
const destination = 's3://edge-logs/http/{DATE}?region=eu-central-1';

function makeStack(): ZoneLogs {
  return new ZoneLogs(new App(), 'logs', { zoneId: edge.zoneId, destination });
}

describe('the stack', () => {
  it('declares a job for failed requests', () => {
    const where = LogFilter.field(LogField.EdgeResponseStatus).atLeast(500);
    expect(makeStack()).toDeclare(LogpushJob, { name: 'failed-requests', where });
    expect(makeStack()).toDeclare(CustomFieldsRuleset, { requestHeaders: ['x-request-id'] });
  });
});

describe('the deployed stack', () => {
  let deployment: Deployment;

  beforeAll(async () => {
    const ownership_challenge = await edge.proveOwnership(destination);
    deployment = await edge.deploy(makeStack(), { variables: { ownership_challenge } });
  }, 60_000);

  it('has a job that delivers failed requests with their ids', async () => {
    await expect(edge).toHaveJob({ name: 'failed-requests', enabled: true });

    await edge.sendRequests([
      { fields: { RayID: '7a1', EdgeResponseStatus: 200 }, requestHeaders: { 'X-Request-Id': 'req-1' } },
      { fields: { RayID: '7a2', EdgeResponseStatus: 502 }, requestHeaders: { 'X-Request-Id': 'req-2' } },
    ]);

    expect(edge).toHaveDelivered('edge-logs', [
      { RayID: '7a2', RequestHeaders: { 'x-request-id': 'req-2' } },
    ]);
    expect(edge).not.toHaveDelivered('edge-logs', [{ RayID: '7a1' }]);
  });

  it('has nothing left to change', async () => {
    await expect(deployment).toHaveEmptyPlan();
  }, 60_000);

  it('reverts a change that someone makes in the dashboard', async () => {
    await edge.client.logpush.update(edge.zoneId, Number(deployment.outputs.job_id), { enabled: false });

    const plan = await deployment.plan();

    expect(plan.changes).toMatchObject([
      { address: 'edge_logpush_job.failures', action: 'update', attributes: ['enabled'] },
    ]);
  }, 60_000);
});
