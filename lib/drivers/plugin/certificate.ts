import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export type Certificate = ReturnType<typeof makeCertificate>;

/** Tags of DER. */
const tag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  dnsName: 0x82,
  version: 0xa0,
  extensions: 0xa3,
};

const objectIdentifiers = {
  ecdsaWithSha256: '2a8648ce3d040302', // 1.2.840.10045.4.3.2
  commonName: '550403', // 2.5.4.3
  subjectAltName: '551d11', // 2.5.29.17
  keyUsage: '551d0f', // 2.5.29.15
  extendedKeyUsage: '551d25', // 2.5.29.37
  serverAuthentication: '2b06010505070301', // 1.3.6.1.5.5.7.3.1
  clientAuthentication: '2b06010505070302', // 1.3.6.1.5.5.7.3.2
};

const host = Buffer.from('localhost');

/**
 * A certificate for this process: a new P-256 key, for the name `localhost` that Terraform expects, for server and client
 * authentication as Terraform's own certificate, valid for longer than any apply.
 */
export function makeCertificate(now: Date) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const described = describeCertificate(publicKey, now);
  const signature = sign('sha256', described, privateKey);
  const bytes = der(
    tag.sequence,
    described,
    der(tag.sequence, identifier('ecdsaWithSha256')),
    bitString(0, signature),
  );
  return {
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`,
    /** For the handshake line. */
    der: bytes,
  };
}

/** The signed part of the certificate (RFC 5280, section 4.1). */
function describeCertificate(publicKey: KeyObject, now: Date): Buffer {
  const minute = 60_000;
  const year = 365 * 24 * 60 * minute;
  const commonName = der(tag.sequence, identifier('commonName'), der(tag.utf8String, host));
  const name = der(tag.sequence, der(tag.set, commonName));
  return der(
    tag.sequence,
    der(tag.version, der(tag.integer, Buffer.from([2]))),
    der(tag.integer, serialNumber()),
    der(tag.sequence, identifier('ecdsaWithSha256')),
    name,
    der(tag.sequence, time(now.getTime() - minute), time(now.getTime() + year)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      tag.extensions,
      der(
        tag.sequence,
        extension('keyUsage', bitString(7, Buffer.from([0b1000_0000]))),
        extension(
          'extendedKeyUsage',
          der(tag.sequence, identifier('serverAuthentication'), identifier('clientAuthentication')),
        ),
        extension('subjectAltName', der(tag.sequence, der(tag.dnsName, host))),
      ),
    ),
  );
}

/** A serial number has to be positive: the first bit is 0. The second is 1, so that there is no leading zero byte. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return bytes;
}

function extension(name: keyof typeof objectIdentifiers, value: Buffer): Buffer {
  return der(tag.sequence, identifier(name), der(tag.octetString, value));
}

function identifier(name: keyof typeof objectIdentifiers): Buffer {
  return der(tag.objectIdentifier, Buffer.from(objectIdentifiers[name], 'hex'));
}

function bitString(unusedBits: number, bits: Buffer): Buffer {
  return der(tag.bitString, Buffer.from([unusedBits]), bits);
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '');
  return der(tag.generalizedTime, Buffer.from(`${digits}Z`));
}

/** A value in DER: a tag, the length of the parts in as few bytes as possible, and the parts. */
function der(type: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const sizes = length < 0x80 ? [] : length < 0x100 ? [0x81] : [0x82, length >> 8];
  return Buffer.concat([Buffer.from([type, ...sizes, length & 0xff]), content]);
}
