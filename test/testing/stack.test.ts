import { App, S3Backend, TerraformStack } from 'cdktf';
import * as cdktn from 'cdktn';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EdgeDriver, EdgeProvider, LogpushJob, LogField } from '../../lib';
import { edgeMatchers } from '../../lib/testing';
import { findStack, isolate, synthesize } from '../../lib/testing/stack';
import { makeFolder } from '../support/folder';

expect.extend(edgeMatchers);

describe('a stack under test', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });

  const connection = { url: 'http://127.0.0.1:1234/client/v4', token: 'a-token' };
  const job = {
    zoneId: 'e'.repeat(32),
    name: 'logs',
    destinationConf: 's3://logs?region=eu-central-1',
    fields: [LogField.RayID],
  };

  function makeApp(...stacks: string[]): App {
    const app = new App({ outdir: join(folder, 'own') });
    for (const id of stacks) new TerraformStack(app, id);
    return app;
  }

  function isolated(build: (stack: TerraformStack) => void): unknown {
    const stack = new TerraformStack(makeApp(), 'logs');
    build(stack);
    const synthesized = synthesize(stack, join(folder, 'other'));
    isolate(synthesized, connection);
    return JSON.parse(readFileSync(join(synthesized.folder, 'cdk.tf.json'), 'utf8')) as unknown;
  }

  it('is the only one of its app, or the one that is given', () => {
    const app = makeApp('a', 'b');
    const [first, second] = app.node.children;
    expect(findStack(makeApp('a')).node.id).toBe('a');
    expect(second && findStack(second)).toBe(second);
    expect(first && findStack(first)).toBe(first);
    expect(() => findStack(app)).toThrow('The app has 2 stacks: a, b. Pass one of them.');
    expect(() => findStack(makeApp())).toThrow('The app has no stack.');
  });

  it('fails where it belongs to no app', () => {
    const stack = new TerraformStack(makeApp(), 'a');
    Object.defineProperty(stack.node, 'root', { value: stack });
    expect(() => synthesize(stack, folder)).toThrow('The stack a belongs to no App.');
  });

  it('is synthesized into another folder than that of its app, as often as needed', () => {
    const app = makeApp('logs');
    const [stack] = app.node.children;
    new EdgeProvider(findStack(app) as TerraformStack, 'edge');
    const before = readdirSync(app.outdir, { recursive: true });

    for (const name of ['one', 'two']) {
      const { folder: path } = synthesize(app, join(folder, name));
      expect(path).toBe(join(folder, name, 'stacks', 'logs'));
      expect(existsSync(join(path, '.terraform.lock.hcl'))).toBe(true);
    }

    expect(readdirSync(app.outdir, { recursive: true })).toEqual(before);
    app.synth();
    expect(existsSync(join(folder, 'own', 'stacks', 'logs', 'cdk.tf.json'))).toBe(true);
    expect(stack?.node.id).toBe('logs');
  });

  it('can be one of CDK Terrain', () => {
    const stack = new cdktn.TerraformStack(new cdktn.App({ outdir: join(folder, 'own') }), 'logs');
    class Thing extends cdktn.TerraformResource {
      constructor() {
        super(stack, 'thing', { terraformResourceType: 'other_thing' });
      }

      protected override synthesizeAttributes(): Record<string, unknown> {
        return { first_name: 'one' };
      }
    }
    new Thing();
    expect(synthesize(stack, join(folder, 'other')).name).toBe('logs');
    expect(stack).toDeclare(Thing, { firstName: 'one' });
    expect(stack).not.toDeclare(Thing, { firstName: 'two' });
  });

  it('calls the emulator, whatever its providers say', () => {
    const config = isolated((stack) => {
      new EdgeProvider(stack, 'edge', {
        baseUrl: 'https://api.cloudflare.com/client/v4',
        apiEmail: 'admin@example.com',
        apiKey: 'a-key',
        retryTimeoutSeconds: 5,
      });
      new EdgeProvider(stack, 'second', { alias: 'second' });
    });
    const redirected = { base_url: connection.url, api_token: 'a-token' };
    expect(config).toMatchObject({
      provider: {
        edge: [
          { ...redirected, retry_timeout_seconds: 5 },
          { ...redirected, alias: 'second' },
        ],
      },
    });
    expect(JSON.stringify(config)).not.toMatch(/cloudflare|admin@example|a-key/);
  });

  it('calls the emulator with the provisioner driver too', () => {
    const config = isolated((stack) => {
      const baseUrl = 'https://api.cloudflare.com/client/v4';
      new EdgeProvider(stack, 'edge', { driver: EdgeDriver.PROVISIONER, baseUrl });
      new LogpushJob(stack, 'logs', job);
    });
    const text = JSON.stringify(config);
    expect(text).toContain(`"EDGE_BASE_URL":"${connection.url}"`);
    expect(text).not.toContain('api.cloudflare.com');
  });

  it('keeps its state in its folder, whatever its backend is', () => {
    const config = isolated((stack) => new S3Backend(stack, { bucket: 'states', key: 'logs' }));
    expect(config).toMatchObject({ terraform: { backend: { local: { path: 'terraform.tfstate' } } } });
    expect(JSON.stringify(config)).not.toContain('states');
  });
});
