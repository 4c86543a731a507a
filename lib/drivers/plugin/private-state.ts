import type { PrivateState } from '../../resources/handler';

/** A handler's private JSON as the bytes that Terraform keeps beside the state. */
export class PrivateBytes implements PrivateState {
  #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get(): unknown {
    if (this.#bytes.length === 0) return undefined;
    return JSON.parse(Buffer.from(this.#bytes).toString('utf8'));
  }

  set(value: unknown): void {
    this.#bytes = value === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(value));
  }
}
