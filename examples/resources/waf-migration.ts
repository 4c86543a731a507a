import { TerraformStack } from 'cdktn';
import { EdgeProvider, WafMigration, WafMigrationTarget, WafRuleAction } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

export class Firewall extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new EdgeProvider(this, 'edge');

    new WafMigration(this, 'shop', {
      zoneId: 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      target: WafMigrationTarget.COMPLETE,
      acknowledgeIrreversible: true,
      ruleOverrides: [{ ruleId: '5de7edfa648c4d6891dc3e7f84534ffa', action: WafRuleAction.LOG }],
      skipRules: [{ expression: 'http.host eq "hooks.example.com"', description: 'signed by the sender' }],
    });
  }
}
