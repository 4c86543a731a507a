import { jsonOrText } from '../ground/json';
import type { AttributeType } from '../schema';

/**
 * The trigger with the resource type. A `null_resource` of the provisioner driver has the attributes of a resource as triggers, which
 * are texts. A trigger that is not an attribute has a colon in its name.
 */
export const typeTrigger = 'edge:type';
/** The trigger with the digest of the secret attributes. */
export const secretsTrigger = 'edge:secrets';

/** The trigger of *update*: a digest of all triggers of *apply*, which a plan shows. */
export const attributesTrigger = 'edge:attributes';

export function readText({ kind }: AttributeType, text: string): unknown {
  return kind === 'string' ? text : jsonOrText(text);
}
