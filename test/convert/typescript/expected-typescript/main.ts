import { App, TerraformStack } from 'cdktn';
import { EdgeProvider } from 'cdktf-edge-platform/cdktn';
import { addConfiguration } from './configuration';
import { logs } from './logs';
import { names } from './names';
import { pools } from './pools';
import { variables } from './variables';

const app = new App();

const stack = new TerraformStack(app, 'input');
const edge = new EdgeProvider(stack, 'edge');
edge.addOverride('custom_field_limits', 'current');
addConfiguration(stack);
variables(stack);
logs(stack);
names(stack);
pools(stack);

app.synth();
