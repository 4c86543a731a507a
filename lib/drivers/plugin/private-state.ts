import { asFields, jsonOf } from '../../ground/json';
import type { InstanceRecord, PrivateState } from '../../resources/handler';

/**
 * The bytes that Terraform keeps beside the state: a handler's private JSON and, once the driver has identified the instance, its
 * record.
 */
export class PrivateBytes implements PrivateState {
  #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get(): unknown {
    const { record, value } = this.#parse();
    return record === undefined ? value : asFields(value)?.memory;
  }

  set(value: unknown): void {
    const { record } = this.#parse();
    this.#write(record === undefined ? value : { instance: record, memory: value });
  }

  get instance(): InstanceRecord | undefined {
    const { record } = this.#parse();
    if (record === undefined) return undefined;
    const { key, noted } = record;
    return {
      key,
      noted,
      note: (text) => {
        if (text !== noted) this.#write({ instance: { key, noted: text }, memory: this.get() });
      },
    };
  }

  /** Gives a key to an instance without one, or to a new one. */
  identify(key: string): void {
    this.#write({ instance: { key }, memory: this.get() });
  }

  #parse(): { readonly record?: Pick<InstanceRecord, 'key' | 'noted'>; readonly value: unknown } {
    if (this.#bytes.length === 0) return { value: undefined };
    // Those of another provider, whose object was moved, may be no JSON.
    const value = jsonOf(Buffer.from(this.#bytes).toString('utf8'));
    const { key, noted } = asFields(asFields(value)?.instance) ?? {};
    if (typeof key !== 'string') return { value };
    return { record: { key, noted: typeof noted === 'string' ? noted : undefined }, value };
  }

  #write(value: unknown): void {
    this.#bytes = value === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(value));
  }
}
