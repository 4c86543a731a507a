import { App, TerraformStack } from 'cdktf';
import { EdgeProvider, LogpushJob } from '../../lib';
import { withUserFrames } from '../../lib/resources/user-frames';

describe('the stack trace of an error about props', () => {
  it('begins with the message, and goes on with the program of the user', () => {
    const stack = new TerraformStack(new App(), 'logs');
    new EdgeProvider(stack, 'edge');
    let error: unknown;
    try {
      new LogpushJob(stack, 'job', {
        zoneId: 'x',
        name: 'job',
        destinationConf: 's3://a?region=b',
        fields: [],
      });
    } catch (thrown) {
      error = thrown;
    }
    const lines = (error as Error).stack?.split('\n') ?? [];
    const first = lines.findIndex((line) => line.startsWith('    at '));
    expect(lines.slice(0, first).join('\n')).toBe(`Error: ${(error as Error).message}`);
    expect(lines[first]).toContain(__filename);
    expect(lines.join('\n')).not.toContain('node:internal');
  });

  it('is the message alone where the program is of another language', () => {
    const error = new Error('[logs/job] LogpushJob:\n  zoneId: wrong');
    error.stack = [
      `Error: ${error.message}`,
      '    at Kernel.create (/tmp/tmp1/lib/program.js:1:53537)',
      '    at KernelHost.run (/tmp/tmp1/lib/program.js:1:232607)',
      '    at process.processImmediate (node:internal/timers:483:21)',
    ].join('\n');
    expect(withUserFrames(error).stack).toBe(`Error: ${error.message}`);
  });

  it('keeps a program of the user with the name of that of jsii', () => {
    const error = new Error('wrong');
    error.stack = 'Error: wrong\n    at main (/app/lib/program.js:3:1)';
    expect(withUserFrames(error).stack).toBe('Error: wrong\n    at main (/app/lib/program.js:3:1)');
  });

  it('stays as it is in an environment with other traces', () => {
    const error = new Error('wrong');
    error.stack = 'main@app.js:1:1';
    expect(withUserFrames(error).stack).toBe('main@app.js:1:1');
  });
});
