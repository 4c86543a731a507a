import { TerraformVariable } from 'cdktn';
import { SecretVariable } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

/** What the new resources need beside the variables that you have. */
export function variables(scope: Construct): void {
  new SecretVariable(scope, 'constructor_header_authorization', {
    description:
      'The parameter header_Authorization of the destination, not percent-encoded, of the log job constructor',
  });

  new SecretVariable(scope, 'inner_header_x_key', {
    description: 'The parameter header_X-Key of the destination, not percent-encoded, of the log job inner',
  });

  const acknowledgeWafMigrationVariable = new TerraformVariable(scope, 'acknowledge_waf_migration-variable', {
    type: 'bool',
    description:
      'Whether to migrate the WAF of the zones, which is irreversible. Leave it false in the first apply, which moves the state only',
    default: false,
  });
  acknowledgeWafMigrationVariable.overrideLogicalId('acknowledge_waf_migration');
}
