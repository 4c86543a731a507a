import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export type Certificate = ReturnType<typeof makeCertificate>;

const oid = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectAltName: '2.5.29.17',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
  clientAuthentication: '1.3.6.1.5.5.7.3.2',
};

/** Tags of DER (ITU-T X.690), and those that an extension and the version of a certificate have. */
const tags = {
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
} as const;

const host = 'localhost';

/** A certificate with a new key for `localhost`, as Terraform expects, for server and client authentication, valid for longer than any apply. */
export function makeCertificate(now: Date) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = signCertificate(describeCertificate(publicKey, now), privateKey);
  return {
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
    /** For the handshake line. */
    der,
  };
}

/** The signed part of the certificate (RFC 5280, section 4.1). */
function describeCertificate(publicKey: KeyObject, now: Date): Buffer {
  const minute = 60_000;
  const year = 365 * 24 * 60 * minute;
  const commonName = sequence(identifier(oid.commonName), encode('utf8String', Buffer.from(host)));
  const name = sequence(encode('set', commonName));
  return sequence(
    encode('version', encode('integer', Buffer.from([2]))),
    encode('integer', serialNumber()),
    sequence(identifier(oid.ecdsaWithSha256)),
    name,
    sequence(time(now.getTime() - minute), time(now.getTime() + year)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encode('extensions', extensions()),
  );
}

function extensions(): Buffer {
  const digitalSignature = Buffer.from([0b1000_0000]);
  return sequence(
    extension(oid.keyUsage, bitString(digitalSignature, 7)),
    extension(
      oid.extendedKeyUsage,
      sequence(identifier(oid.serverAuthentication), identifier(oid.clientAuthentication)),
    ),
    extension(oid.subjectAltName, sequence(encode('dnsName', Buffer.from(host)))),
  );
}

function signCertificate(described: Buffer, privateKey: KeyObject): Buffer {
  const signature = sign('sha256', described, privateKey);
  return sequence(described, sequence(identifier(oid.ecdsaWithSha256)), bitString(signature, 0));
}

/** A serial number has to be positive: the first bit is 0. The second is 1, so that there is no leading zero byte. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return bytes;
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(identifier(id), encode('octetString', value));
}

function sequence(...items: readonly Buffer[]): Buffer {
  return encode('sequence', ...items);
}

function bitString(bytes: Buffer, unusedBits: number): Buffer {
  return encode('bitString', Buffer.from([unusedBits]), bytes);
}

function identifier(value: string): Buffer {
  const [first = 0, second = 0, ...others] = value.split('.').map(Number);
  return encode('objectIdentifier', Buffer.from([40 * first + second, ...others.flatMap(inBase128)]));
}

/** The digits of a number in base 128. Each but the last has its first bit set. */
function inBase128(number: number): number[] {
  const digits = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return encode('generalizedTime', Buffer.from(text));
}

function encode(tag: keyof typeof tags, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  // A length of 128 or more has the number of its bytes before it.
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tags[tag], ...size]), content]);
}
