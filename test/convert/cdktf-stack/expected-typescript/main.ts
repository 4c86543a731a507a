import { App, TerraformStack } from 'cdktf';
import { EdgeProvider } from 'cdktf-edge-platform';
import { addConfiguration } from './configuration';
import { edge2 } from './edge';

const app = new App();

const stack = new TerraformStack(app, 'input');
new EdgeProvider(stack, 'edge');
addConfiguration(stack);
edge2(stack);

app.synth();
