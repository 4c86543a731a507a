import { App, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import {
  CustomFieldsRuleset,
  EdgeProvider,
  LogField,
  LogFilter,
  LogpushJob,
  PoolNotificationPolicy,
  SecretVariable,
  TimestampFormat,
  WafMigration,
  WafMigrationTarget,
  WafRuleAction,
} from 'cdktf-edge-platform';
import type { Construct } from 'constructs';

/** The failed requests of a zone in a bucket, notifications about its pools, and its new managed rules. */
class Shop extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new EdgeProvider(this, 'edge');

    const accountId = new TerraformVariable(this, 'account_id', { type: 'string' }).stringValue;
    const zoneId = new TerraformVariable(this, 'zone_id', { type: 'string' }).stringValue;
    const onCall = new TerraformVariable(this, 'on_call', { type: 'list(string)' }).listValue;
    const firstFailure = new TerraformVariable(this, 'first_failure', { type: 'number', default: 500 });
    const keyId = new SecretVariable(this, 'bucket_key_id');
    const key = new SecretVariable(this, 'bucket_key');

    const fields = new CustomFieldsRuleset(this, 'fields', {
      zoneId,
      requestHeaders: ['X-Request-Id'],
      cookies: ['sessionId'],
    });
    fields.addResponseHeaders('Server-Timing'); // another module can do this

    const failed = LogFilter.field(LogField.EdgeResponseStatus).atLeast(firstFailure.numberValue);
    const ofChecks = LogFilter.field(LogField.ClientRequestHost).in([
      'health.example.com',
      'status.example.com',
    ]);
    const failures = new LogpushJob(this, 'failures', {
      zoneId,
      name: 'failed-requests',
      destinationConf: 's3://my-logs/http/{DATE}?region=eu-central-1&endpoint=s3.example.com',
      destinationCredentials: { 'access-key-id': keyId.stringValue, 'secret-access-key': key.stringValue },
      destinationCredentialsVersion: 1, // raise it to send new credentials
      fields: [
        LogField.RayID,
        LogField.EdgeStartTimestamp,
        LogField.EdgeResponseStatus,
        LogField.RequestHeaders,
        LogField.ResponseHeaders,
        LogField.Cookies,
      ],
      timestampFormat: TimestampFormat.RFC3339,
      where: failed.and(ofChecks.not()),
      dependsOn: [fields], // the first lines have the fields already
    });
    failures.importFrom(`${zoneId}/failed-requests`); // the job exists already; leave this out for a new one

    const health = new PoolNotificationPolicy(this, 'health', {
      accountId,
      name: 'Health of all pools',
      description: `Failed requests: log job ${failures.id}`,
      allPools: true,
      emailAddresses: onCall,
      carryOverRecipients: true, // the legacy addresses become recipients of the policy
    });

    const waf = new WafMigration(this, 'waf', {
      zoneId,
      target: WafMigrationTarget.VALIDATION, // COMPLETE later, or for a zone that is not Enterprise
      acknowledgeIrreversible: true,
      ruleOverrides: [{ ruleId: '5de7edfa648c4d6891dc3e7f84534ffa', action: WafRuleAction.LOG }],
      skipRules: [{ expression: 'http.host eq "hooks.example.com"', description: 'Signed by the sender' }],
    });

    new TerraformOutput(this, 'job', { value: failures.id });
    new TerraformOutput(this, 'legacy_pools', { value: health.legacyPoolCount }); // 0: none is left to move
    new TerraformOutput(this, 'waf_losses', { value: waf.lossReport });
  }
}

const app = new App();
new Shop(app, 'shop');
app.synth();
