import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import {
  BitString,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Set as DerSet,
  Utf8String,
  type BaseBlock,
} from 'asn1js';

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

const dnsName = { tagClass: 3, tagNumber: 2 };
const host = 'localhost';

/**
 * A certificate for this process: a new P-256 key, for the name `localhost` that Terraform expects, for server and client
 * authentication as Terraform's own certificate, valid for longer than any apply.
 */
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
function describeCertificate(publicKey: KeyObject, now: Date): Sequence {
  const minute = 60_000;
  const year = 365 * 24 * 60 * minute;
  const name = sequence(
    new DerSet({ value: [sequence(identifier(oid.commonName), new Utf8String({ value: host }))] }),
  );
  return sequence(
    explicit(0, new Integer({ value: 2 })),
    new Integer({ valueHex: serialNumber() }),
    sequence(identifier(oid.ecdsaWithSha256)),
    name,
    sequence(time(now.getTime() - minute), time(now.getTime() + year)),
    name,
    fromBER(publicKey.export({ type: 'spki', format: 'der' })).result,
    explicit(3, extensions()),
  );
}

function extensions(): Sequence {
  const digitalSignature = new Uint8Array([0b1000_0000]);
  const alternativeName = new Primitive({ idBlock: dnsName, valueHex: Buffer.from(host) });
  return sequence(
    extension(oid.keyUsage, new BitString({ valueHex: digitalSignature, unusedBits: 7 })),
    extension(
      oid.extendedKeyUsage,
      sequence(identifier(oid.serverAuthentication), identifier(oid.clientAuthentication)),
    ),
    extension(oid.subjectAltName, sequence(alternativeName)),
  );
}

function signCertificate(described: Sequence, privateKey: KeyObject): Buffer {
  const signature = sign('sha256', Buffer.from(described.toBER()), privateKey);
  const certificate = sequence(
    described,
    sequence(identifier(oid.ecdsaWithSha256)),
    new BitString({ valueHex: signature }),
  );
  return Buffer.from(certificate.toBER());
}

/** A serial number has to be positive: the first bit is 0. The second is 1, so that there is no leading zero byte. */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return bytes;
}

function extension(id: string, value: BaseBlock): Sequence {
  return sequence(identifier(id), new OctetString({ valueHex: value.toBER() }));
}

function explicit(tagNumber: number, value: BaseBlock): Constructed {
  return new Constructed({ idBlock: { tagClass: 3, tagNumber }, value: [value] });
}

function sequence(...value: BaseBlock[]): Sequence {
  return new Sequence({ value });
}

function identifier(value: string): ObjectIdentifier {
  return new ObjectIdentifier({ value });
}

function time(ms: number): GeneralizedTime {
  return new GeneralizedTime({ valueDate: new Date(Math.floor(ms / 1000) * 1000) });
}
