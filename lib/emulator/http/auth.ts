import { generalRefusals } from './errors';
import type { Setting, Store } from '../state/store';

export interface KeyPair {
  readonly email: string;
  readonly key: string;
}

interface CredentialLists {
  readonly tokens: readonly string[];
  readonly keys: readonly KeyPair[];
}

/** The credentials that the emulator accepts. Every operation takes either scheme. */
export class Credentials {
  readonly lists: Setting<CredentialLists>;

  /** @param controlToken - accepted in this run besides the tokens of the state */
  constructor(
    store: Store,
    private readonly controlToken: string,
  ) {
    this.lists = store.setting<CredentialLists>('credentials', { tokens: [], keys: [] });
  }

  /** The token of a call, or undefined for a key pair. Throws the API's error unless the headers have one that is known. */
  check(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
    const { tokens, keys } = this.lists.get();
    const authorization = single(headers.authorization);
    const email = single(headers['x-auth-email']);
    const key = single(headers['x-auth-key']);
    // The service's own provider sends "Bearer" alone with a key pair when its token is set to nothing.
    const isEmpty = /^Bearer\s*$/i.test(authorization ?? '') && key !== undefined;
    if (authorization !== undefined && !isEmpty) {
      const token = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization)?.[1];
      if (token === undefined) throw generalRefusals.badAuthorization();
      if (token !== this.controlToken && !tokens.includes(token)) throw generalRefusals.wrongCredentials();
      return token;
    }
    if (email === undefined || key === undefined) throw generalRefusals.noCredentials();
    if (!/^[\x21-\x7e]+$/.test(key)) throw generalRefusals.badAuthKey();
    if (!keys.some((pair) => pair.email === email && pair.key === key))
      throw generalRefusals.wrongCredentials();
    return undefined;
  }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
