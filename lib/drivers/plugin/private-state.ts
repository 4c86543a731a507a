import { asFields, textOf, type JsonObject } from '../../ground/json';
import type { PrivateState } from '../../resources/handler';

/** The bytes that Terraform keeps beside the state: a handler's private JSON, and the address of the API that has the object, once that is known. */
export class PrivateBytes implements PrivateState {
  #bytes: Uint8Array;
  #parsed: { readonly instance?: JsonObject | undefined; readonly memory: unknown } | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get(): unknown {
    return this.#parse().memory;
  }

  set(memory: unknown): void {
    this.#write({ ...this.#parse(), memory });
  }

  get api(): string | undefined {
    return textOf(this.#parse().instance?.api);
  }

  /** Records that the object exists at an API. */
  locate(api: string | undefined): void {
    if (api !== undefined && api !== this.api) this.#write({ ...this.#parse(), instance: { api } });
  }

  #parse() {
    if (this.#parsed !== undefined) return this.#parsed;
    const value = readJson(this.#bytes);
    const { instance, memory } = asFields(value) ?? {};
    const record = asFields(instance);
    return (this.#parsed = record === undefined ? { memory: value } : { instance: record, memory });
  }

  #write(parsed: { readonly instance?: JsonObject | undefined; readonly memory: unknown }): void {
    this.#parsed = parsed;
    const { instance, memory } = parsed;
    const value = instance === undefined ? memory : { instance, memory };
    this.#bytes = value === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(value));
  }
}

/** The JSON of the bytes. Those of another provider, whose object was moved, may be none. */
function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
