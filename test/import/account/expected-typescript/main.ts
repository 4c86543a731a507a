import { App, TerraformStack } from 'cdktn';
import { CustomFieldLimits, EdgeProvider } from 'cdktf-edge-platform/cdktn';
import { account } from './account';
import { importExisting } from './imports';
import { zone1and1Example } from './zones/1and1.example';
import { exampleCom } from './zones/example.com';

const app = new App();

/** Account Example, Inc. */
const stack = new TerraformStack(app, 'edge');
new EdgeProvider(stack, 'edge', { customFieldLimits: CustomFieldLimits.CURRENT });
account(stack);
zone1and1Example(stack);
exampleCom(stack);

// The first deploy imports the existing objects. After it, delete this line and imports.ts.
importExisting(app);

app.synth();
