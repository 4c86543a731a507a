import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CustomFieldsRuleset, EdgeProviderExecutable } from '../../lib';
import { afterTest } from '../support/after-test';
import { startEdgeStack, zoneId, type EdgeStack } from '../support/edge-stack';
import { startForwardProxy, type ForwardProxy } from '../support/forward-proxy';
import { command, shareBuilds } from '../support/provider-mirror';
import { saidIn, startProvisionerStack } from '../support/provisioner-stack';
import { describeWithTerraform, TerraformDir } from '../support/terraform';
import { makeFolder } from '../support/folder';

const apiHost = 'api.example.test';
const user = 'CANARY-user';
const password = 'CANARY-key';

shareBuilds();

let work: string;
let tls: { readonly key: string; readonly cert: string };
const certificate = () => join(work, 'certificate.pem');

beforeAll(() => {
  work = makeFolder();
  const key = join(work, 'key.pem');
  const names = `subjectAltName=DNS:${apiHost},DNS:localhost`;
  const keys = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
  const subject = ['-subj', '/CN=api', '-addext', names, '-days', '1'];
  execFileSync('openssl', ['req', '-x509', ...keys, ...subject, '-out', certificate()], { stdio: 'pipe' });
  tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate(), 'utf8') };
});

/** The API over TLS until the test has ended, which forwards to an emulator, and a proxy that alone knows its name. */
class Site {
  readonly headers: IncomingHttpHeaders[] = [];
  readonly #server;
  proxy!: ForwardProxy;

  constructor(emulatorUrl: string) {
    const { port } = new URL(emulatorUrl);
    this.#server = createTlsServer(tls, (incoming, response) => {
      const { method, url: path, headers } = incoming;
      this.headers.push(headers);
      const forwarded = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      incoming.pipe(forwarded);
    });
  }

  async open(proxyTls?: typeof tls): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    this.proxy = await startForwardProxy(() => port, proxyTls);
    // Terraform's own calls, such as its check for updates.
    this.proxy.respond = ({ authority }) =>
      authority === `${apiHost}:443` ? undefined : 'HTTP/1.1 403 No\r\n\r\n';
    afterTest(async () => {
      this.#server.closeAllConnections();
      await new Promise((resolve) => this.#server.close(resolve));
    });
    return this;
  }

  get env(): Readonly<Record<string, string>> {
    const { protocol, port } = new URL(this.proxy.url);
    const host = protocol === 'https:' ? 'localhost' : '127.0.0.1';
    return {
      EDGE_BASE_URL: `https://${apiHost}/client/v4`,
      HTTPS_PROXY: `${protocol}//${user}:${password}@${host}:${port}`,
      NODE_EXTRA_CA_CERTS: certificate(),
      // Proxies of the developer's machine.
      NO_PROXY: '',
      no_proxy: '',
      // Node.js 24 and later would send their own requests through the proxy, such as that to the proxy.
      NODE_USE_ENV_PROXY: '1',
    };
  }

  /** What must be true of all calls so far: signed for the proxy, encrypted through it, and without its credentials at the API. */
  expectPrivate(token: string): void {
    const pair = Buffer.from(`${user}:${password}`).toString('base64');
    const ours = this.proxy.requests.filter(({ authority }) => authority === `${apiHost}:443`);
    expect(ours.length).toBeGreaterThan(0);
    for (const { headers } of ours) {
      expect(headers['proxy-authorization']).toBe(`Basic ${pair}`);
      expect(headers).not.toHaveProperty('authorization');
    }
    expect(this.headers.length).toBeGreaterThan(0);
    for (const headers of this.headers) {
      expect(headers.authorization).toBe(`Bearer ${token}`);
      expect(headers).not.toHaveProperty('proxy-authorization');
    }
    expect(this.proxy.bytes()).not.toContain(token);
  }
}

describe('the command', () => {
  let edge: EdgeStack;
  beforeAll(async () => {
    edge = await startEdgeStack();
  });

  const run = async (env: Readonly<Record<string, string>>, ...parameters: string[]) => {
    const settings = { cwd: work, env: { PATH: process.env.PATH, EDGE_RETRY_TIMEOUT_SECONDS: '0', ...env } };
    const run = promisify(execFile)(process.execPath, [command, ...parameters], settings);
    return run.catch((error: unknown) => error as { stdout: string; stderr: string });
  };
  const doctorSays = async (env: Readonly<Record<string, string>>) => {
    const { stdout, stderr } = await run(env, 'provider', 'doctor');
    return `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
  };

  it.each(['http', 'https'])('calls the API through an %s proxy', async (scheme) => {
    const site = await new Site(edge.emulator.url).open(scheme === 'https' ? tls : undefined);
    const token = { EDGE_API_TOKEN: edge.emulator.token };
    const said = await doctorSays({ ...site.env, ...token });
    const { host } = new URL(site.env.HTTPS_PROXY ?? '');
    expect(said).toContain(`https://${apiHost}/client/v4 answers through the proxy ${host} (HTTPS_PROXY).`);
    expect(said).not.toContain('CANARY');
    site.expectPrivate(edge.emulator.token);
  });
});

describeWithTerraform('Terraform behind a proxy', () => {
  const fields = { zoneId, cookies: ['a'] };

  it.each([
    ['the script', EdgeProviderExecutable.SCRIPT],
    ['the standalone executable', EdgeProviderExecutable.STANDALONE],
  ])('deploys with the plugin, %s', async (_name, executable) => {
    const edge = await startEdgeStack();
    const site = await new Site(edge.emulator.url).open();
    edge.declare((stack) => new CustomFieldsRuleset(stack, 'fields', fields), { executable });
    const env = { EDGE_API_TOKEN: edge.emulator.token, EDGE_RETRY_TIMEOUT_SECONDS: '0' };
    const dir = new TerraformDir(edge.dir.path, { ...env, ...site.env });
    await dir.init();
    await dir.apply();
    expect((await dir.plan()).code).toBe(0);
    expect(await edge.entryPoints()).toHaveLength(1);
    site.expectPrivate(edge.emulator.token);

    const untrusting = new TerraformDir(edge.dir.path, {
      ...env,
      ...site.env,
      NODE_EXTRA_CA_CERTS: join(work, 'none.pem'),
    });
    const refused = await untrusting.run(['plan', '-no-color'], { expectCode: 1 });
    expect(saidIn(refused)).toContain(`cannot be reached through the proxy ${site.proxy.address}`);
    site.proxy.respond = () => 'HTTP/1.1 407 No\r\n\r\n';
    const unsigned = saidIn(await dir.run(['plan', '-no-color'], { expectCode: 1 }));
    expect(unsigned).toContain(`the proxy ${site.proxy.address} refused the tunnel`);
    expect(unsigned).toContain('Check the user and the password in HTTPS_PROXY');
    expect(unsigned).not.toContain('CANARY');
  });

  it('deploys with the provisioner driver', async () => {
    const stack = await startProvisionerStack();
    const site = await new Site(stack.emulator.url).open();
    stack.declare((each) => new CustomFieldsRuleset(each, 'fields', fields));
    await stack.dir.init();
    const { code } = await stack.dir.start(['apply', '-auto-approve', '-no-color'], site.env).finished;
    expect(code).toBe(0);
    expect(await stack.entryPoints()).toHaveLength(1);
    site.expectPrivate(stack.emulator.token);
  });
});
