import type { Written, WrittenObject } from '../../../hcl/template';
import type { OldResource } from '../model';
import type { Draft } from './draft';
import { forOver, inLoop, template, usesKey } from './expressions';

/** Local values for what a new object needs in several attributes, so that the code says it once. */
export class Locals {
  readonly #values = new Map<string, Written>();

  public constructor(
    private readonly draft: Draft,
    private readonly resource: OldResource,
  ) {}

  public get values(): WrittenObject {
    return Object.fromEntries(this.#values);
  }

  /** Adds a local value with the code, and returns the reference to it. The value has an item for each instance where the code depends on its key. */
  public referenceTo(suffix: string, code: string): string {
    const { meta, module, name: block } = this.resource;
    const name = this.draft.localName(module, `${block}_${suffix}`);
    if (!usesKey(template(code))) {
      this.#values.set(name, template(code));
      return `local.${name}`;
    }
    const loop = `${forOver(meta)} :`;
    const isMap = meta.forEach !== undefined;
    this.#values.set(
      name,
      template(isMap ? `{ ${loop} each_key => ${inLoop(code)} }` : `[${loop} ${inLoop(code)}]`),
    );
    return `local.${name}[${isMap ? 'each.key' : 'count.index'}]`;
  }
}
