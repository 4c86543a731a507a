import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isObject } from '../../../ground/json';
import type { Table } from '../../state/store';
import type { World } from '../../world';
import type { Scope } from '../../scope';

const daysValid = 7;

export class Challenges {
  private readonly secrets: Table<string>;

  constructor(private readonly world: World) {
    this.secrets = world.store.table<string>('secrets');
  }

  issue({ kind, id }: Scope, destinationConf: string): string {
    const issued = Math.floor(this.world.now().getTime() / 1000);
    const claims = {
      object_type: kind,
      object_id: id,
      destination_conf: destinationConf,
      destination_fingerprint: createHash('sha256').update(destinationConf).digest('hex'),
      jti: this.world.newId(),
      iat: issued,
      exp: issued + daysValid * 86_400,
    };
    const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
    return `${signed}.${this.sign(signed)}`;
  }

  /** Whether the token was issued here, for this zone or account and this destination, and has not expired. */
  isValid(token: string, { kind, id }: Scope, destinationConf: string): boolean {
    const [header, payload, signature, ...rest] = token.trim().split('.');
    if (header === undefined || payload === undefined || signature === undefined || rest.length > 0)
      return false;
    const expected = Buffer.from(this.sign(`${header}.${payload}`));
    const given = Buffer.from(signature);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    if (!isObject(claims) || typeof claims.exp !== 'number') return false;
    return (
      claims.object_type === kind &&
      claims.object_id === id &&
      claims.destination_conf === destinationConf &&
      claims.exp * 1000 > this.world.now().getTime()
    );
  }

  private sign(text: string): string {
    return createHmac('sha256', this.secret()).update(text).digest('base64url');
  }

  /** Created on first use and kept in the state, so that tokens survive a restart. */
  private secret(): string {
    const present = this.secrets.get('', 'challenge');
    if (present !== undefined) return present;
    const made = randomBytes(32).toString('hex');
    this.world.store.commit([this.secrets.put('', 'challenge', made)]);
    return made;
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
