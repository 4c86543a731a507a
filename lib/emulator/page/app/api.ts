import { isObject, jsonOf } from '../../../ground/json';

const token = document.querySelector<HTMLMetaElement>('meta[name=control-token]')?.content ?? '';

export async function readView(path: string, signal?: AbortSignal): Promise<unknown> {
  return send('GET', `/__emulator/page${path}`, undefined, signal);
}

/** Uses a control, such as `POST /faults`. A string is sent as it is, anything else as JSON. */
export async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  return send(method, `/__emulator${path}`, body);
}

/** Calls the API as any client does: the call is listed, counted by the request limit, and faults apply. Returns `result`. */
export async function callApi(method: string, path: string, body?: unknown): Promise<unknown> {
  const reply = await send(method, `/client/v4${path}`, body);
  return isObject(reply) ? reply.result : undefined;
}

/** The URL of the events. Event sources cannot send headers. */
export const eventsUrl = `/__emulator/page/events?token=${token}`;

async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
  const isText = typeof body === 'string';
  const response = await fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new Error('The call failed without a reply: a fault, or the emulator has stopped.');
  });
  const text = await response.text().catch(() => {
    throw new Error('The reply ended before it was complete.');
  });
  const value = jsonOf(text);
  if (!response.ok) throw new Error(messageOf(value) ?? `The reply has status ${response.status}.`);
  if (value === undefined && text !== '') throw new Error('The reply is not JSON.');
  return value;
}

function messageOf(value: unknown): string | undefined {
  if (!isObject(value) || !Array.isArray(value.errors)) return undefined;
  const messages = value.errors.flatMap((each: unknown) =>
    isObject(each) && typeof each.message === 'string' ? [each.message] : [],
  );
  return messages.length === 0 ? undefined : messages.join(' ');
}
