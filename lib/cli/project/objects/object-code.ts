import type { Written, WrittenObject } from '../../../hcl/template';
import type { ResourceType } from '../../../resources';

export interface ObjectCode {
  readonly typeName: ResourceType;
  /** Attributes of the contract, with templates as texts. */
  readonly config: WrittenObject;
  readonly meta?: ObjectMeta;
  readonly notes: readonly Note[];
}

export interface ObjectMeta {
  readonly forEach?: Written;
  readonly count?: Written;
  readonly dependsOn?: readonly string[];
  /** The `lifecycle` block. Its blocks are lists of objects. */
  readonly lifecycle?: WrittenObject;
}

/** A comment: above an attribute, or above the object. */
export interface Note {
  readonly attribute?: string;
  readonly lines: readonly string[];
}

export function linesAbove(attribute: string, { notes }: ObjectCode): string[] {
  return notes.filter((each) => each.attribute === attribute).flatMap(({ lines }) => lines);
}

/** The lines above an object: also those on attributes that it does not have. */
export function linesAboveObject({ notes }: ObjectCode, config: WrittenObject): string[] {
  return notes
    .filter(({ attribute }) => attribute === undefined || !Object.hasOwn(config, attribute))
    .flatMap(({ lines }) => lines);
}
