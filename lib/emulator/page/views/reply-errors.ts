import { fieldsOf, jsonOf, objectsOf } from '../../../ground/json';
import { maskMessage } from './mask-secrets';

/** The errors in the envelope of a reply, as `message (code)`; none for a reply that has no envelope. */
export function readErrors(reply: string | undefined): readonly string[] {
  const { errors } = fieldsOf(jsonOf(reply ?? ''));
  return objectsOf(errors).flatMap(({ code, message, error_chain: chain }) => {
    if (typeof message !== 'string') return [];
    const text = typeof code === 'number' ? `${message} (${code})` : message;
    const causes = objectsOf(chain).map((cause) => String(cause.message));
    return [maskMessage([text, ...causes].join(': '))];
  });
}
