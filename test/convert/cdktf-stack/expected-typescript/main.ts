import { App, TerraformStack } from 'cdktn';
import { EdgeProvider } from 'cdktf-edge-platform/cdktn';
import { addConfiguration } from './configuration';
import { edge2 } from './edge';

const app = new App();

const stack = new TerraformStack(app, 'input');
new EdgeProvider(stack, 'edge');
addConfiguration(stack);
edge2(stack);

app.synth();
