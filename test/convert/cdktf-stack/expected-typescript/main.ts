import { App, TerraformStack } from 'cdktf';
import { EdgeProvider } from 'cdktf-edge-platform';
import { addConfiguration } from './configuration';
import { edge2 } from './edge';
import { moveState } from './moves';

const app = new App();

const stack = new TerraformStack(app, 'input');
new EdgeProvider(stack, 'edge');
addConfiguration(stack);
edge2(stack);

// The first deploy moves the state to the new resources. After it, delete this line and moves.ts.
moveState(stack);

app.synth();
