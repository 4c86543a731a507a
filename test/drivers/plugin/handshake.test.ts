import { handshakeLine, readEnvironment } from '../../../lib/drivers/plugin/handshake';

const env = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
  PLUGIN_CLIENT_CERT: 'PEM',
};

describe('the handshake', () => {
  it('reads Terraform’s certificate', () => {
    expect(readEnvironment(env)).toEqual({ clientCertificate: 'PEM' });
  });

  it('accepts a Terraform that offers no list of protocol versions', () => {
    expect(readEnvironment({ ...env, PLUGIN_PROTOCOL_VERSIONS: undefined })).toEqual({
      clientCertificate: 'PEM',
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
    expect(handshakeLine('/tmp/a.sock', Buffer.from('abcd'))).toBe('1|6|unix|/tmp/a.sock|grpc|YWJjZA\n');
  });
});
