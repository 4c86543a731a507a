import { isObject } from '../../../ground/json';
import { isArray } from '../../shape';
import { maskMessage } from './mask-secrets';

/** The errors in the envelope of a reply, as `message (code)`; none for a reply that has no envelope. */
export function readErrors(reply: string | undefined): readonly string[] {
  const errors = reply === undefined ? undefined : errorsIn(reply);
  if (!isArray(errors)) return [];
  return errors.filter(isObject).flatMap(({ code, message, error_chain: chain }) => {
    if (typeof message !== 'string') return [];
    const text = typeof code === 'number' ? `${message} (${code})` : message;
    const causes = isArray(chain) ? chain.filter(isObject).map((cause) => String(cause.message)) : [];
    return [maskMessage([text, ...causes].join(': '))];
  });
}

function errorsIn(reply: string): unknown {
  try {
    const envelope: unknown = JSON.parse(reply);
    return isObject(envelope) ? envelope.errors : undefined;
  } catch {
    return undefined;
  }
}
