import { isObject, jsonOf, textOf, type JsonObject } from '../../ground/json';
import { isIdentifier } from '../identifiers';
import { withoutCredentials } from '../../logs';
import { isSameDestination } from './destination';
import { ownershipCall, type JobScope } from './scope';

/** The length of the longest token of the service (public facts, section 2.2). */
export const maximumChallengeLength = 4096;

/**
 * The claims of a token: the public facts, section 2.3, say that it is a JWT with the type and the ID of its owner, the destination and
 * an expiry. Its signature is not verified. Undefined members are not said, or not readable. Undefined for a token in another form.
 */
export function readChallenge(token: string) {
  const parts = token.length > maximumChallengeLength ? [] : token.split('.');
  const [header, payload] = parts.map(readPart);
  if (parts.length !== 3 || header === undefined || payload === undefined) return undefined;
  const kind = textOf(payload.object_type);
  const id = textOf(payload.object_id);
  const isOwner = (kind === 'zone' || kind === 'account') && id !== undefined && isIdentifier(id);
  return {
    owner: isOwner ? { kind, id } : undefined,
    /** The destination, which may have credentials. */
    destination: textOf(payload.destination_conf),
    expires: timeOf(payload.exp),
  };
}

/**
 * Why the service refuses a token, as far as it shows that itself. The text has no secrets. It is not certain for a time, which is that
 * of another machine, and not for a destination, which the service may write otherwise.
 *
 * @param job - the job that the token is sent with; `destination` may have credentials
 */
export function faultOfChallenge(
  token: string,
  job: { readonly scope: JobScope | undefined; readonly destination: string },
  now: Date,
) {
  const { owner, destination, expires } = readChallenge(token) ?? {};
  const { scope } = job;
  if (owner !== undefined && scope !== undefined && (owner.kind !== scope.kind || owner.id !== scope.id))
    return {
      isCertain: true,
      text: `The token is for ${owner.kind} ${owner.id}, and the job belongs to ${scope.kind} ${scope.id}.`,
    };
  const text =
    destination !== undefined && !isSameWithoutCredentials(destination, job.destination)
      ? 'The token is for another destination_conf (destinationConf).'
      : expires !== undefined && expires <= now
        ? `The token expired at ${expires.toISOString()}.`
        : undefined;
  return text === undefined ? undefined : { isCertain: false, text };
}

export function requestAnother(kind: JobScope['kind'] | undefined): string {
  return (
    'A token is valid for jobs of one zone or account, for exactly one destination_conf, and for seven days: request a new one ' +
    `(\`${ownershipCall(kind)}\`) and set \`ownership_challenge\` (\`ownershipChallenge\`) to the content of its file.`
  );
}

function isSameWithoutCredentials(one: string, other: string): boolean {
  const [a, b] = [withoutCredentials(one).conf, withoutCredentials(other).conf];
  return isSameDestination(a, b);
}

/** A part of a JWT: base64url without padding, of an object in JSON. */
function readPart(part: string): JsonObject | undefined {
  const bytes = Buffer.from(part, 'base64url');
  if (part === '' || bytes.toString('base64url') !== part) return undefined;
  const value = jsonOf(bytes.toString());
  return isObject(value) ? value : undefined;
}

function timeOf(value: unknown): Date | undefined {
  const time = typeof value === 'number' ? new Date(value * 1000) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time;
}
