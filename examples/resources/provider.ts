import { TerraformStack } from 'cdktn';
import { EdgeProvider, SecretVariable } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

export class Edge extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const token = new SecretVariable(this, 'edge_token'); // not needed with EDGE_API_TOKEN in the environment
    new EdgeProvider(this, 'edge', {
      apiToken: token.stringValue,
      platforms: ['linux_amd64'], // where Terraform runs, if not here
    });
  }
}
