import { jsonOrText } from '../ground/json';
import type { AttributeType } from '../schema';

/** The trigger with the resource type. The others of the driver are attributes, as texts; a trigger that is none has a colon in its name. */
export const typeTrigger = 'edge:type';
/** The trigger with the digest of the secret attributes. */
export const secretsTrigger = 'edge:secrets';

/** The trigger of *update*: a digest of all triggers of *apply*, which a plan shows. */
export const attributesTrigger = 'edge:attributes';

export function readText({ kind }: AttributeType, text: string): unknown {
  return kind === 'string' ? text : jsonOrText(text);
}
