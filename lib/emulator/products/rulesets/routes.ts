import { generalRefusals } from '../../http/errors';
import { answer, bodyOf, route, type Answer, type Call, type Route } from '../../http/route';
import { scopeOf, scopePath, type ScopeKind } from '../../scope';
import type { Store } from '../../state/store';
import { migrationParameter, type Owner, type Ruleset, type Rule, type Version } from './model';
import { rulesetRefusals } from './errors';
import { kindsOf, managedPhase } from './phases';
import {
  checkPhase,
  parseCreate,
  parseEntrypointUpdate,
  parseRuleBody,
  parseRuleChange,
  parseUpdate,
} from './schema';
import { definitionsOf, type Rulesets } from './state';

export function rulesetRoutes(rulesets: Rulesets, kind: ScopeKind, store: Store): readonly Route[] {
  const all = `${scopePath(kind)}/rulesets`;
  const one = `${all}/:ruleset_id`;
  const rules = `${one}/rules`;
  const entrypoint = `${all}/phases/:phase/entrypoint`;
  const owner = (call: Call) => rulesets.ownerOf(scopeOf(kind, call));
  const readable = (call: Call) => rulesets.get(owner(call), call.param('ruleset_id'));
  const own = (call: Call) => rulesets.getOwn(owner(call), call.param('ruleset_id'));
  const ofPhase = (call: Call) => rulesets.getEntrypoint(owner(call), phaseOf(call, kind));
  const written = (call: Call, write: () => Ruleset) => {
    const ruleset = perform(call, store, write);
    return answer.resource(ruleset === undefined ? null : renderRuleset(ruleset));
  };
  return [
    route.get(all, (call) => page(rulesets.listAll(owner(call)), call.query)),
    route.post(all, (call) =>
      written(call, () => rulesets.create(owner(call), parseCreate(bodyOf(call), owner(call)))),
    ),
    route.get(one, (call) => answer.resource(renderRuleset(readable(call)))),
    route.put(one, (call) =>
      written(call, () => {
        const ruleset = own(call);
        const body = parseUpdate(bodyOf(call), ruleset, owner(call));
        for (const key of ['name', 'kind', 'phase'] as const)
          if (body[key] !== undefined && body[key] !== ruleset[key])
            throw rulesetRefusals.invalid(`/${key}`, 'it cannot be changed', body[key]);
        return rulesets.replace(owner(call), ruleset, body);
      }),
    ),
    route.delete(one, (call) => {
      const ruleset = own(call);
      perform(call, store, () => rulesets.deleteOwn(owner(call), ruleset));
      return answer.nothing();
    }),
    route.get(entrypoint, (call) => answer.resource(renderRuleset(ofPhase(call)))),
    route.put(entrypoint, (call) => written(call, () => putEntrypoint(rulesets, owner(call), call))),
    route.post(rules, (call) =>
      written(call, () => {
        const ruleset = own(call);
        const { rule, position } = parseRuleBody(bodyOf(call), ruleset, owner(call));
        return rulesets.addRule(owner(call), ruleset, rule, position);
      }),
    ),
    route.patch(`${rules}/:rule_id`, (call) =>
      written(call, () => {
        const ruleset = own(call);
        const { rule, position } = parseRuleChange(bodyOf(call), ruleset, owner(call));
        return rulesets.changeRule(owner(call), ruleset, call.param('rule_id'), rule, position);
      }),
    ),
    route.delete(`${rules}/:rule_id`, (call) =>
      written(call, () => rulesets.deleteRule(owner(call), own(call), call.param('rule_id'))),
    ),
    ...versionRoutes(rulesets, one, readable),
    ...versionRoutes(rulesets, entrypoint, ofPhase, (call) =>
      rulesets.findEntrypoint(owner(call), phaseOf(call, kind)),
    ),
    route.delete(`${one}/versions/:version`, (call) => {
      const ruleset = own(call);
      perform(call, store, () => rulesets.deleteVersion(owner(call), ruleset, call.param('version')));
      return answer.nothing();
    }),
  ];
}

/** @param find - the ruleset whose versions are listed; one that does not exist has none */
function versionRoutes(
  rulesets: Rulesets,
  base: string,
  get: (call: Call) => Ruleset,
  find: (call: Call) => Ruleset | undefined = get,
): readonly Route[] {
  return [
    route.get(`${base}/versions`, (call) => {
      const ruleset = find(call);
      const versions = ruleset === undefined ? [] : rulesets.listVersions(ruleset);
      return answer.resource(versions.map((version) => ruleset && renderSummary(ruleset, version)));
    }),
    route.get(`${base}/versions/:version`, (call) => {
      const ruleset = get(call);
      return answer.resource(renderRuleset(ruleset, rulesets.getVersion(ruleset, call.param('version'))));
    }),
  ];
}

/** Creates the entry point of a phase if there is none. An existing one keeps its name. */
function putEntrypoint(rulesets: Rulesets, owner: Owner, call: Call): Ruleset {
  const phase = phaseOf(call, owner.kind);
  const sent = bodyOf(call);
  const body = parseEntrypointUpdate(sent, phase, owner);
  const present = rulesets.findEntrypoint(owner, phase);
  const save = () => {
    if (present !== undefined) return rulesets.replace(owner, present, body);
    const { name = 'default', description = '', rules = [] } = body;
    const [kind] = kindsOf[owner.kind];
    return rulesets.create(owner, { name, kind, description, phase, rules });
  };
  if (owner.kind === 'account' || !call.query.has(migrationParameter)) return save();
  const rules = definitionsOf(body, present);
  return rulesets.deployment.migrate({ zoneId: owner.id, phase, query: call.query, body: sent, rules }, save);
}

/** Writes. A dry run validates the same and changes nothing: undefined. */
function perform<Written>(call: Call, store: Store, write: () => Written): Written | undefined {
  if (!isDryRun(call.query)) return write();
  store.rehearse(write);
  return undefined;
}

function isDryRun(query: URLSearchParams): boolean {
  const value = query.get('dry_run');
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  throw generalRefusals.badQuery('dry_run', value, 'it must be true or false');
}

/** One page of the list. The cursor is the start of the next page; the last page has none. */
function page(rulesets: readonly Ruleset[], query: URLSearchParams): Answer {
  const perPage = query.get('per_page') ?? String(defaultPerPage);
  if (!/^\d{1,3}$/.test(perPage) || Number(perPage) < 1 || Number(perPage) > maxPerPage)
    throw generalRefusals.badQuery('per_page', perPage, `it must be a number from 1 to ${maxPerPage}`);
  const cursor = query.get('cursor');
  const start = cursor === null || cursor === '' ? 0 : placeAfter(rulesets, cursor);
  const size = Number(perPage);
  const shown = rulesets.slice(start, start + size);
  const last = shown.at(-1);
  const more = last !== undefined && start + size < rulesets.length;
  return answer.resource(
    shown.map((ruleset) => renderSummary(ruleset)),
    {
      count: shown.length,
      per_page: size,
      ...(more ? { cursor: Buffer.from(last.id).toString('base64url') } : {}),
    },
  );
}

const defaultPerPage = 50;
const maxPerPage = 100;

function placeAfter(rulesets: readonly Ruleset[], cursor: string): number {
  const id = Buffer.from(cursor, 'base64url').toString();
  const found = rulesets.findIndex((ruleset) => ruleset.id === id);
  if (found < 0) throw generalRefusals.badQuery('cursor', cursor, 'no page ends there');
  return found + 1;
}

function phaseOf(call: Call, scope: ScopeKind): string {
  const phase = call.param('phase');
  checkPhase(phase, scope);
  return phase;
}

function renderSummary(ruleset: Ruleset, version: Version = ruleset.latest): object {
  return {
    id: ruleset.id,
    name: ruleset.name,
    description: version.description,
    ...(ruleset.phase === managedPhase ? { source: 'firewall_managed' } : {}),
    kind: ruleset.kind,
    version: String(version.version),
    last_updated: version.last_updated,
    phase: ruleset.phase,
  };
}

function renderRuleset(ruleset: Ruleset, version: Version = ruleset.latest): object {
  return { ...renderSummary(ruleset, version), rules: version.rules.map(renderRule) };
}

/** Members that were not sent and that the service adds have their defaults. */
function renderRule(rule: Rule): object {
  return {
    ...rule,
    ...(rule.action === 'skip' && { logging: { enabled: true, ...rule.logging } }),
    ...(rule.ratelimit && { ratelimit: { mitigation_timeout: 0, ...rule.ratelimit } }),
    version: String(rule.version),
  };
}
