import { TerraformOutput, type TerraformStack } from 'cdktf';
import {
  LogDataset,
  LogField,
  LogFilter,
  LogpushJob,
  TimestampFormat,
  type LogpushJobProps,
} from '../../../lib';
import { textAt } from '../../emulator/support';
import { accountId, forgetState, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

const destination = 's3://audit/{DATE}?region=eu-central-1';
const jobsPath = `/accounts/${accountId}/logpush/jobs`;
const address = 'edge_logpush_job.audit';

const records = [
  {
    When: '2026-01-02T03:04:05Z',
    ActionType: 'token_create',
    ActorEmail: 'a@example.com',
    ActionResult: true,
  },
  { When: '2026-01-02T03:04:06Z', ActionType: 'login', ActorEmail: 'a@example.com', ActionResult: false },
  {
    When: '2026-01-02T03:04:07Z',
    ActionType: 'token_roll',
    ActorEmail: 'b@example.com',
    ActionResult: false,
  },
];

describeWithTerraform('the audit logs of an account', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack();
  });

  const tokens = LogFilter.field(LogField.ActionType).startsWith('token_');
  const declare = (more: Partial<LogpushJobProps> = {}, imports?: string) => {
    edge.declare((stack: TerraformStack) => {
      const job = new LogpushJob(stack, 'audit', {
        accountId,
        name: 'audit',
        dataset: LogDataset.AUDIT_LOGS,
        destinationConf: destination,
        fields: [LogField.When, LogField.ActionType, LogField.ActorEmail],
        timestampFormat: TimestampFormat.RFC3339,
        where: tokens,
        ...more,
      });
      if (imports !== undefined) job.importFrom(imports);
      new TerraformOutput(stack, 'job_id', { value: job.id });
    });
  };
  const jobs = () => edge.emulator.result('GET', jobsPath);
  const prove = () => edge.proveOwnership(destination, `accounts/${accountId}`);
  const send = () =>
    edge.emulator.control(
      'POST',
      `/accounts/${accountId}/datasets/audit_logs/records`,
      records.map((record) => JSON.stringify(record)).join('\n'),
    );
  const line = (at: number) => ({
    When: records[at]?.When,
    ActionType: records[at]?.ActionType,
    ActorEmail: records[at]?.ActorEmail,
  });

  it('are delivered to a bucket: created with a challenge, filtered, updated in place, imported and destroyed', async () => {
    const { dir } = edge;
    declare({ ownershipChallenge: await prove() });
    await dir.init();
    const { outputs: made } = await dir.applyJson();
    const id = textAt(made, 'job_id');
    expect((await dir.plan()).code).toBe(0);
    await send();
    expect(edge.deliveredTo('audit')).toEqual([line(0), line(2)]);

    declare({ where: tokens.and(LogFilter.field(LogField.ActionResult).equalTo(false)) });
    expect((await dir.applyJson()).changes).toEqual([`update ${address}`]);
    expect(await jobs()).toMatchObject([{ id: Number(id), name: 'audit' }]);
    await send();
    expect(edge.deliveredTo('audit')).toHaveLength(3);
    expect(edge.deliveredTo('audit')).toContainEqual(line(2));

    // In a state that knows nothing; the challenge is not needed again.
    forgetState(dir);
    declare(
      { where: tokens.and(LogFilter.field(LogField.ActionResult).equalTo(false)) },
      `accounts/${accountId}/${id}`,
    );
    expect((await dir.applyJson()).changes).toEqual([`import ${address}`]);
    expect((await dir.plan()).code).toBe(0);

    await dir.destroy();
    expect(await jobs()).toEqual([]);
  });

  it('leave a job of a zone alone whose state is of a version without accounts', async () => {
    const { terraform } = edge;
    const ofZone = {
      accountId: undefined,
      zoneId,
      dataset: undefined,
      fields: [LogField.RayID],
      where: undefined,
    };
    declare({ ...ofZone, destinationConf: 'https://logs.example.com/audit' });
    await terraform.apply();
    const { account_id: added, ...earlier } = terraform.attributes(address);
    expect(added).toBeNull();
    terraform.seed(address, earlier);
    await terraform.expectNoChanges();
    expect(terraform.attributes(address)).toMatchObject({ zone_id: zoneId });
  });
});
