/**
 * The migration of a zone's WAF on this machine, with real parts: emulator, cdktf, terraform, the provider.
 * `npm run demo:waf` runs it; it ends with `demo: ok`, or with exit status 1 at the first step with an unexpected result.
 */
import { startEmulator } from 'cdktf-edge-platform/emulator';
import { expect, Narrator } from '../../lib/cli/demo/narrator';
import { requireUsableTerraform } from '../../lib/terraform/binary';
import { runDemo } from '../support/run-demo';
import { runEdgePlatform } from '../support/edge-platform';
import { DemoApp } from '../support/demo-app';
import { clearEvents, sendTraffic, falsePositiveRule } from './traffic';
import { accountId, zone, zoneId } from './zone';

async function main(): Promise<void> {
  const narrator = new Narrator(process.stdout);
  narrator.title('A zone moves from the previous managed WAF rules to the ruleset-based ones');
  await requireUsableTerraform(process.env);

  const fixture = { accounts: [{ id: accountId, name: 'Example' }], zones: [zone] };
  const emulator = await startEmulator({ port: 0, fixture });
  const env = { EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token };
  const app = new DemoApp('waf-migration', { ...env, TF_VAR_zone_id: zoneId });
  const waf = (command: string) => runEdgePlatform(['waf', command, '--zone', zoneId], env);
  const deploy = async () => {
    await app.cdktf('synth');
    const outputs = await app.deploy();
    narrator.list(['state', 'previous_rules', 'new_rules'].map((name) => `${name} = ${outputs[name] ?? ''}`));
    return outputs;
  };
  try {
    narrator.step('Start the emulator of the API');
    narrator.say(
      `It listens at ${emulator.url}, with an Enterprise zone that uses the previous WAF, an override, page rules and a bypass rule.`,
    );

    narrator.step('edge-platform waf check: can the zone be migrated?');
    const check = await waf('check');
    narrator.quote(check.output.trimEnd());
    expect(check.code === 1, `exit status 1, not ${check.code}`);

    narrator.step('edge-platform waf report: what does not carry over, and what replaces it?');
    const report = await waf('report');
    narrator.quote(report.output.trimEnd());
    expect(report.output.includes('skipRules'), 'the report has code to paste');

    narrator.step('cdktf diff: validation mode');
    narrator.say('The app deletes the override and declares the skip rule that replaces it.');
    await app.cdktf('synth');
    const { plan, warnings } = await app.diff();
    narrator.quote(`${changesIn(plan)}\n\n${warnings}`);
    expect(
      warnings.includes('migration is irreversible'),
      'the plan warns that the migration is irreversible',
    );

    narrator.step('cdktf deploy: both versions side by side');
    const validating = await deploy();
    expect(validating.state === 'validation', 'the zone is in validation mode');
    expect(validating.previous_rules === 'enabled', 'the previous rules are enabled');

    narrator.step(
      'Requests arrive; edge-platform waf review: which requests do the two versions treat differently?',
    );
    await sendTraffic(emulator.controlUrl, zoneId);
    const review = await waf('review');
    narrator.quote(review.output.trimEnd());
    expect(review.code === 1, `exit status 1, not ${review.code}`);
    expect(review.output.includes(falsePositiveRule), 'the rule that blocks orders is named');

    narrator.step('Adjust: a rule that blocks orders only logs');
    const override = `ruleOverrides: [{ ruleId: '${falsePositiveRule}', action: WafRuleAction.LOG }]`;
    app.edit('WafMigrationTarget }', 'WafMigrationTarget, WafRuleAction }');
    app.edit('ruleOverrides: []', override);
    narrator.quote(`- ruleOverrides: [],\n+ ${override},`);
    await deploy();
    await clearEvents(emulator.controlUrl, zoneId);
    await sendTraffic(emulator.controlUrl, zoneId);
    const again = await waf('review');
    narrator.quote(again.output.trimEnd());
    expect(!again.output.includes(falsePositiveRule), 'orders are not blocked any more');

    narrator.step('Complete: change the target; the plan warns again');
    app.edit('WafMigrationTarget.VALIDATION', 'WafMigrationTarget.COMPLETE');
    narrator.quote('- target: WafMigrationTarget.VALIDATION,\n+ target: WafMigrationTarget.COMPLETE,');
    await app.cdktf('synth');
    const last = await app.diff();
    narrator.quote(`${changesIn(last.plan)}\n\n${last.warnings}`);
    expect(last.plan.includes('will be updated in-place'), 'an update in place');
    const complete = await deploy();
    expect(complete.state === 'complete', 'the migration is complete');
    expect(complete.previous_rules === 'disabled', 'the previous rules are disabled');

    narrator.step('The API of the previous WAF refuses calls from now on');
    const refusal = await fetch(`${emulator.url}/zones/${zoneId}/firewall/waf/packages`, {
      headers: { authorization: `Bearer ${emulator.token}` },
    });
    narrator.quote(`GET /zones/${zoneId}/firewall/waf/packages\n${refusal.status} ${await refusal.text()}`);
    expect(refusal.status === 403, `403, not ${refusal.status}`);

    await app.showEmptyPlan(narrator);
    narrator.end('demo: ok');
  } finally {
    await app.close();
    await emulator.close();
  }
}

/** The attribute `changes`, with a line for each part. */
function changesIn(plan: string): string {
  const [, changes = ''] = /^.* changes +=(.*)$/m.exec(plan) ?? [];
  return `changes =${changes.replaceAll(' | ', '\n  | ')}`;
}

runDemo(main);
