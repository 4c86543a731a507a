import { SecretVariable } from 'cdktf-edge-platform';
import type { Construct } from 'constructs';

/** What the new resources need beside the variables that you have. */
export function variables(scope: Construct): void {
  new SecretVariable(scope, 'literal_ownership_challenge', {
    description: 'The ownership challenge for the destination of the log job literal',
    default: '',
  });
}
