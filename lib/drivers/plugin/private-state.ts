import { asFields, jsonOf, textOf } from '../../ground/json';
import type { InstanceRecord, PrivateState } from '../../resources/handler';

type Instance = Pick<InstanceRecord, 'key' | 'noted'> & { readonly api: string | undefined };

/**
 * The bytes that Terraform keeps beside the state: a handler's private JSON and, once the driver has identified the instance, its
 * record with the address of the API that has the object.
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
        if (text !== noted) this.#write({ instance: { ...record, noted: text }, memory: this.get() });
      },
    };
  }

  /** The address of the API at which the object of an identified instance was written or read last. */
  get api(): string | undefined {
    return this.#parse().record?.api;
  }

  /** Notes that the object exists at an API. */
  locate(api: string | undefined): void {
    const { record } = this.#parse();
    if (record !== undefined && api !== undefined && api !== record.api)
      this.#write({ instance: { ...record, api }, memory: this.get() });
  }

  /** Gives a key to an instance without one, or to a new one. */
  identify(key: string): void {
    this.#write({ instance: { key }, memory: this.get() });
  }

  #parse(): { readonly record?: Instance; readonly value: unknown } {
    if (this.#bytes.length === 0) return { value: undefined };
    // Those of another provider, whose object was moved, may be no JSON.
    const value = jsonOf(Buffer.from(this.#bytes).toString('utf8'));
    const { key, noted, api } = asFields(asFields(value)?.instance) ?? {};
    if (typeof key !== 'string') return { value };
    return { record: { key, noted: textOf(noted), api: textOf(api) }, value };
  }

  #write(value: unknown): void {
    this.#bytes = value === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(value));
  }
}
