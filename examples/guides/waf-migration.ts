import { App, TerraformStack } from 'cdktn';
import { EdgeProvider, WafMigration, WafMigrationTarget } from 'cdktf-edge-platform/cdktn';

const app = new App();
const stack = new TerraformStack(app, 'waf');

new EdgeProvider(stack, 'edge');

new WafMigration(stack, 'shop', {
  zoneId: '9a7806061c88ada191ed06f989cc3dac',
  target: WafMigrationTarget.VALIDATION, // COMPLETE for a zone that is not Enterprise
  acknowledgeIrreversible: true, // the first confirmation
  deleteUriOverrides: true,
  ruleOverrides: [
    {
      ruleId: '6179ae15870a4bb7b2d480d4843b323c',
      rulesetId: '4814384a9e5d4991b9815dcfc25d2f1f',
      scoreThreshold: 40,
    },
  ],
  skipRules: [
    {
      expression: 'http.host eq "shop.example" and http.request.uri wildcard "/search/*"',
      description: 'Search terms look like attacks',
    },
  ],
  backupPath: '/tmp/shop-waf-backup.json',
});

app.synth();
