import { App, TerraformStack } from 'cdktn';
import { EdgeProvider } from 'cdktf-edge-platform/cdktn';
import { addConfiguration } from './configuration';
import { edge2 } from './edge';
import { variables } from './variables';

const app = new App();

const stack = new TerraformStack(app, 'input');
new EdgeProvider(stack, 'edge');
addConfiguration(stack);
variables(stack);
edge2(stack);

app.synth();
