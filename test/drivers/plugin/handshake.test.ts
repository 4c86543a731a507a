import { handshakeLine, readEnvironment } from '../../../lib/drivers/plugin/handshake';

const env = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
  PLUGIN_CLIENT_CERT: 'PEM',
};

describe('the handshake', () => {
  it('reads Terraform’s certificate', () => {
    expect(readEnvironment(env)).toEqual({ clientCertificate: 'PEM', ports: undefined });
  });

  it.each([
    ['10000', '25000', { first: 10_000, last: 25_000 }],
    ['7', '7', { first: 7, last: 7 }],
    ['0', '0', undefined],
    ['10000', undefined, undefined],
    ['8', '7', undefined],
    ['1', '65536', undefined],
    ['a', 'b', undefined],
  ])('reads the ports from %s to %s', (first, last, ports) => {
    const given = { ...env, PLUGIN_MIN_PORT: first, PLUGIN_MAX_PORT: last };
    expect(readEnvironment(given)).toEqual({ clientCertificate: 'PEM', ports });
  });

  it('accepts a Terraform that offers no list of protocol versions', () => {
    expect(readEnvironment({ ...env, PLUGIN_PROTOCOL_VERSIONS: undefined })).toEqual({
      clientCertificate: 'PEM',
      ports: undefined,
    });
  });

  it.each([
    ['without the cookie', { ...env, TF_PLUGIN_MAGIC_COOKIE: undefined }, /Do not start it yourself/],
    ['with another cookie', { ...env, TF_PLUGIN_MAGIC_COOKIE: 'x' }, /Do not start it yourself/],
    ['without protocol 6', { ...env, PLUGIN_PROTOCOL_VERSIONS: '4,5' }, /offers 4, 5/],
    ['without a certificate', { ...env, PLUGIN_CLIENT_CERT: undefined }, /mutual TLS/],
    ['with an empty certificate', { ...env, PLUGIN_CLIENT_CERT: '' }, /mutual TLS/],
  ])('fails %s, with the reason', (_case, environment, reason) => {
    expect(readEnvironment(environment)).toEqual({ refusal: expect.stringMatching(reason) as string });
  });

  it('is one line, with the certificate in base64 without padding', () => {
    const certificate = Buffer.from('abcd');
    expect(handshakeLine('unix', '/tmp/a.sock', certificate)).toBe('1|6|unix|/tmp/a.sock|grpc|YWJjZA\n');
    expect(handshakeLine('tcp', '127.0.0.1:10000', certificate)).toBe(
      '1|6|tcp|127.0.0.1:10000|grpc|YWJjZA\n',
    );
  });
});
