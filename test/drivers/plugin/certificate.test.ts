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

  it('is signed by itself', () => {
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  });

  it('holds for a year, from a minute ago so that a clock may differ', () => {
    expect(new Date(certificate.validFrom)).toEqual(new Date('2026-03-01T11:59:00Z'));
    expect(new Date(certificate.validTo)).toEqual(new Date('2027-03-01T12:00:00Z'));
  });

  it('may be used at both ends of a connection', () => {
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
  });

  it('comes with its own key', () => {
    expect(certificate.checkPrivateKey(createPrivateKey(made.keyPem))).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  });

  it('is the same as DER and as PEM', () => {
    expect(new X509Certificate(made.der).fingerprint256).toBe(certificate.fingerprint256);
  });

  it('is never the same twice, and always has a positive serial number', () => {
    const serials = Array.from(
      { length: 20 },
      () => new X509Certificate(makeCertificate(now).der).serialNumber,
    );
    expect(new Set(serials).size).toBe(20);
    expect(serials.every((serial) => /^[4-7][0-9A-F]{31}$/.test(serial))).toBe(true);
  });
});
