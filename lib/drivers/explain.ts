import { isApiError, isEdgeError, type EdgeError } from '../client';
import { errorAt, type Diagnostic } from '../schema';

const summaries: Readonly<Record<string, string>> = {
  EDGE_AUTHENTICATION: 'The API does not accept the credentials',
  EDGE_PERMISSION: 'The API does not allow this',
  EDGE_NOT_FOUND: 'The API knows no such object',
  EDGE_CONFLICT: 'Someone else is changing the same object',
  EDGE_RATE_LIMIT: 'The API asks for fewer calls',
  EDGE_UNREACHABLE: 'The API can’t be reached',
  EDGE_TIMEOUT: 'The API did not answer in time',
  EDGE_UNREADABLE_REPLY: 'The reply is not one of the API',
  EDGE_CANCELLED: 'Interrupted',
  EDGE_ARGUMENT: 'The request was not sent',
};

/** An error of the client as a diagnostic; its message has the request and the cure already. */
export function explainClientError(error: unknown): readonly Diagnostic[] | undefined {
  if (!isEdgeError(error)) return undefined;
  return [errorAt(pathOf(error), summaries[error.code] ?? 'The API refused the request', error.message)];
}

/** A fault the service pinned to a field of the body is told at the attribute of that name, where there is one. */
function pathOf(error: EdgeError): readonly string[] {
  if (!isApiError(error) || error.pointer === undefined) return [];
  const [, field] = error.pointer.split('/');
  return field === undefined || field === '' ? [] : [field];
}
