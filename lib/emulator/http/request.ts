import type { FastifyRequest } from 'fastify';
import { generalRefusals } from './errors';
import { hex32, previousId } from '../shape';
import type { Places, World } from '../world';
import { mapRecord, own } from '../../ground/record';

/**
 * The query of a call. A parameter that the call reads may be there once: of two values one would be ignored, and that
 * can be the one that was meant. A parameter that nothing reads may be there any number of times.
 */
class Query extends URLSearchParams {
  override get(name: string): string | null {
    const values = this.getAll(name);
    if (values.length > 1)
      throw generalRefusals.badQuery(name, values.join(', '), 'it must be there only once');
    return values[0] ?? null;
  }
}

/** The path as routes match it: whatever a client encodes, a call is the same call for limits and faults. */
export function pathOf(request: FastifyRequest): string {
  const [path = ''] = splitUrl(request.url);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

export function queryOf(request: FastifyRequest): Query {
  return new Query(splitUrl(request.url)[1] ?? '');
}

export function splitUrl(url: string): readonly string[] {
  return url.split(/\?(.*)/s);
}

export function paramsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const { params } = request;
  if (typeof params !== 'object' || params === null) return {};
  return mapRecord(params, String);
}

export function bytesOf(request: FastifyRequest): Uint8Array {
  return request.body instanceof Uint8Array ? request.body : new Uint8Array();
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Checks the form of identifiers, and that the zone and the account exist. */
export function checkIdentifiers(
  params: Readonly<Record<string, string>>,
  path: string,
  { places }: World,
): void {
  for (const [name, value] of Object.entries(params)) {
    const shape = own(shapes, name);
    if (shape !== undefined && !shape.test(value)) throw generalRefusals.badIdentifier(path);
  }
  checkOwners(params, path, places);
}

export function checkOwners(
  { zone_id: zoneId, account_id: accountId }: Readonly<Record<string, string>>,
  path: string,
  places: Places,
): void {
  if (zoneId !== undefined && places.zone(zoneId) === undefined) throw generalRefusals.noRoute(path);
  if (accountId !== undefined && places.account(accountId) === undefined) throw generalRefusals.noRoute(path);
}

const positiveInteger = /^[1-9]\d{0,14}$/;

const shapes: Readonly<Partial<Record<string, RegExp>>> = {
  zone_id: hex32,
  account_id: hex32,
  ruleset_id: hex32,
  rule_id: hex32,
  package_id: previousId,
  group_id: previousId,
  previous_rule_id: previousId,
  override_id: hex32,
  page_rule_id: hex32,
  filter_id: hex32,
  firewall_rule_id: hex32,
  pool_id: hex32,
  monitor_id: hex32,
  load_balancer_id: hex32,
  job_id: positiveInteger,
  version: positiveInteger,
};
