/** Requests and replies as they go over the wire. */
import { own } from '../ground/record';

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export function header(reply: Pick<Reply, 'headers'>, name: string): string | undefined {
  const value = own(reply.headers, name);
  return typeof value === 'string' ? value : value?.[0];
}
