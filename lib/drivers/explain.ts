import { isApiError, isEdgeError, ownerInPath, type EdgeError, type PathOwner } from '../client';
import { ServiceWaitError } from '../client/request-budget';
import { errorAt, isDiagnosticError, type Diagnostic } from '../schema';
import { own } from '../ground/record';

const summaries = {
  EDGE_AUTHENTICATION: 'Credentials rejected by the API',
  EDGE_PERMISSION: 'Permission denied by the API',
  EDGE_NOT_FOUND: 'Object not found',
  EDGE_CONFLICT: 'Concurrent change of the same object',
  EDGE_RATE_LIMIT: 'API rate limit exceeded',
  EDGE_UNREACHABLE: 'Cannot reach the API',
  EDGE_TIMEOUT: 'API call timed out',
  EDGE_UNREADABLE_REPLY: 'Unreadable API reply',
  EDGE_UNEXPECTED_OBJECT: 'Unexpected object in API reply',
  EDGE_REPLY_LIMIT: 'API reply exceeds a limit',
  EDGE_INCOMPLETE_LIST: 'Incomplete list in API reply',
  EDGE_CANCELLED: 'Interrupted',
  EDGE_ARGUMENT: 'Invalid API request',
} as const;

/** Any error as diagnostics that a user can act on. `explain` knows errors that are not diagnostics themselves. */
export function explainAny(
  error: unknown,
  program: 'provider' | 'runner',
  explain: (error: unknown) => readonly Diagnostic[] | undefined = () => undefined,
): readonly Diagnostic[] {
  if (isDiagnosticError(error)) return error.diagnostics;
  const known = explain(error);
  if (known !== undefined) return known;
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    errorAt([], `Unexpected error in the ${program}`, `This is a bug in cdktf-edge-platform: ${detail}`),
  ];
}

/** An error of the client as a diagnostic. Its message already has the request and the fix. */
export function explainClientError(error: unknown): readonly Diagnostic[] | undefined {
  if (!isEdgeError(error)) return undefined;
  const owner =
    isApiError(error) && unknownPath.some((code) => error.hasCode(code))
      ? ownerInPath(error.request.url)
      : undefined;
  if (owner !== undefined) return [unknownOwner(owner, error)];
  return [
    errorAt(pathOf(error), own<string>(summaries, error.code) ?? 'Request refused by the API', error.message),
  ];
}

/** Explains the errors of one process. Where one answer holds back many calls, the first error has all of it: Terraform shows one for each resource. */
export function clientErrorExplainer(): typeof explainClientError {
  let isExplained = false;
  return (error) => {
    if (!isEdgeError(error) || error.code !== 'EDGE_RATE_LIMIT') return explainClientError(error);
    const { cause } = error;
    if (!isExplained || !(cause instanceof ServiceWaitError)) {
      isExplained = true;
      return explainClientError(error);
    }
    const detail =
      `A call was not sent: the service accepts none for another ${Math.ceil(cause.waitMs / 1000)} s. ` +
      'Another error of this run has the details.';
    return [errorAt([], summaries.EDGE_RATE_LIMIT, detail)];
  };
}

/** Error codes of the service for a path under which it knows nothing: public facts, section 1. */
const unknownPath = [7000, 7003];

/** The error at the attribute whose zone or account is unknown. Each resource has one of both. */
function unknownOwner({ kind, id }: PathOwner, { message }: EdgeError): Diagnostic {
  const detail = `${kind}_id (${kind}Id) is "${id}". ${message}${isShellWord.test(id) ? ` ${ifDeleted(kind, id)}` : ''}`;
  return errorAt([`${kind}_id`], `Unknown ${kind}, or wrong API`, detail);
}

const isShellWord = /^\w+$/;

/** The fix if it was deleted. No answer proves that: a token with fewer zones gets the same one. So an object of it is never taken for gone. */
function ifDeleted(kind: PathOwner['kind'], id: string): string {
  return (
    `If the ${kind} was deleted, its objects are gone too: remove them from the code, and from the state with \`terraform state rm ` +
    // Terraform does not wrap a line that begins with a space.
    "<address>`. This lists their addresses:\n  terraform show -json | jq -r '.. | objects | select(.address? and (.values? | tojson | " +
    `contains("${id}"))) | .address'`
  );
}

/** The attribute with the name of the body's field that the service refused; none where it names no field. */
function pathOf(error: EdgeError): readonly string[] {
  if (!isApiError(error) || error.pointer === undefined) return [];
  const [, field] = error.pointer.split('/');
  return field === undefined || field === '' ? [] : [field];
}
