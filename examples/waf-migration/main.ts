import { App, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import { EdgeProvider, WafMigration, WafMigrationTarget } from 'cdktf-edge-platform';
import type { Construct } from 'constructs';

/** Takes a zone from the previous managed WAF rules to the ruleset-based ones, through validation mode. */
class Firewall extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new EdgeProvider(this, 'edge');

    const waf = new WafMigration(this, 'waf', {
      zoneId: new TerraformVariable(this, 'zone_id', { type: 'string' }).stringValue,
      target: WafMigrationTarget.VALIDATION,
      acknowledgeIrreversible: true,
      deleteUriOverrides: true,
      ruleOverrides: [],
      skipRules: [
        // What the URI-based override for the shop's search did; "edge-platform waf report" writes it.
        {
          expression: 'http.host eq "example.com" and http.request.uri wildcard "/search/*"',
          description: 'Search terms look like attacks',
        },
      ],
    });

    new TerraformOutput(this, 'state', { value: waf.migrationState });
    new TerraformOutput(this, 'previous_rules', { value: waf.oldWafStatus });
    new TerraformOutput(this, 'new_rules', { value: waf.newWafStatus });
    new TerraformOutput(this, 'loss_report', { value: waf.lossReport });
  }
}

const app = new App();
new Firewall(app, 'waf-migration');
app.synth();
