import { TerraformStack } from 'cdktn';
import { CustomFieldsRuleset, EdgeProvider } from 'cdktf-edge-platform/cdktn';
import type { Construct } from 'constructs';

export class LogFields extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new EdgeProvider(this, 'edge');

    const fields = new CustomFieldsRuleset(this, 'fields', {
      zoneId: 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      requestHeaders: ['X-Request-Id'],
      cookies: ['sessionId'],
    });
    fields.addResponseHeaders('Server-Timing'); // another module can do this
  }
}
