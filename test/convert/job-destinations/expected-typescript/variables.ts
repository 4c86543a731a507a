import { SecretVariable } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

/** What the new resources need beside the variables that you have. */
export function variables(scope: Construct): void {
  new SecretVariable(scope, 'literal_header_x_key', {
    description: 'The parameter header_X-Key of the destination, not percent-encoded, of the log job literal',
  });

  new SecretVariable(scope, 'literal_header_authorization', {
    description:
      'The parameter header_Authorization of the destination, not percent-encoded, of the log job literal',
  });

  new SecretVariable(scope, 'choice_header_authorization', {
    description:
      'The parameter header_Authorization of the destination, not percent-encoded, of the log job choice',
  });
}
