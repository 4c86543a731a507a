import { createPrivateKey, X509Certificate } from 'node:crypto';
import { makeCertificate } from '../../../lib/drivers/plugin/certificate';

const now = new Date('2026-03-01T12:00:00.700Z');
describe('the certificate of a plugin', () => {
  const made = makeCertificate(now);
  const certificate = new X509Certificate(made.certificatePem);

  it('is for localhost, the name that Terraform expects', () => {
    expect(certificate.subjectAltName).toBe('DNS:localhost');
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.checkHost('example.com')).toBeUndefined();
  });

  it('is self-signed', () => {
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  });

  it('is valid for a year, from a minute ago to tolerate clock differences', () => {
    expect(new Date(certificate.validFrom)).toEqual(new Date('2026-03-01T11:59:00Z'));
    expect(new Date(certificate.validTo)).toEqual(new Date('2027-03-01T12:00:00Z'));
  });

  it('is valid for server and client authentication', () => {
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
  });

  it('contains the public key of the private key', () => {
    expect(certificate.checkPrivateKey(createPrivateKey(made.keyPem))).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  });

  it('has the same content as DER and as PEM', () => {
    expect(new X509Certificate(made.der).fingerprint256).toBe(certificate.fingerprint256);
  });

  it('is different every time, and always has a positive serial number', () => {
    const serials = Array.from(
      { length: 20 },
      () => new X509Certificate(makeCertificate(now).der).serialNumber,
    );
    expect(new Set(serials).size).toBe(20);
    expect(serials.every((serial) => /^[4-7][0-9A-F]{31}$/.test(serial))).toBe(true);
  });
});
