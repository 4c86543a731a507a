/** The handshake of go-plugin: a cookie and versions in the environment, and one line on stdout. */
import { own } from '../../ground/record';
const magicCookie = {
  name: 'TF_PLUGIN_MAGIC_COOKIE',
  value: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
};
const coreProtocol = 1;
const protocol = 6;

export interface PluginEnvironment {
  /** The only certificate that may connect, as PEM. */
  readonly clientCertificate: string;
  /** The ports that the plugin may listen on; undefined for any. */
  readonly ports: PortRange | undefined;
}

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

export function isStartedByTerraform(env: NodeJS.ProcessEnv): boolean {
  return own(env, magicCookie.name) === magicCookie.value;
}

/** Reads the environment. Returns a refusal if Terraform did not start this process, or is too old. */
export function readEnvironment(env: NodeJS.ProcessEnv): PluginEnvironment | { readonly refusal: string } {
  if (!isStartedByTerraform(env))
    return {
      refusal:
        'This is a Terraform provider. Do not start it yourself: declare it with EdgeProvider and deploy its stack.',
    };
  const versions = (env.PLUGIN_PROTOCOL_VERSIONS ?? String(protocol)).split(',');
  if (!versions.includes(String(protocol)))
    return {
      refusal: `This provider requires plugin protocol ${protocol}; Terraform offers ${versions.join(', ')}. Use Terraform 1.0 or later.`,
    };
  const clientCertificate = env.PLUGIN_CLIENT_CERT ?? '';
  if (clientCertificate === '')
    return {
      refusal: 'PLUGIN_CLIENT_CERT is not set: this provider requires mutual TLS. Upgrade Terraform.',
    };
  return { clientCertificate, ports: readPorts(env) };
}

function readPorts({ PLUGIN_MIN_PORT, PLUGIN_MAX_PORT }: NodeJS.ProcessEnv): PortRange | undefined {
  const [first, last] = [Number(PLUGIN_MIN_PORT), Number(PLUGIN_MAX_PORT)];
  const isRange = Number.isInteger(first) && Number.isInteger(last) && 0 < first && first <= last;
  return isRange && last <= 65_535 ? { first, last } : undefined;
}

export function handshakeLine(network: 'unix' | 'tcp', address: string, certificate: Buffer): string {
  const unpadded = certificate.toString('base64').replace(/=+$/, '');
  return `${coreProtocol}|${protocol}|${network}|${address}|grpc|${unpadded}\n`;
}
