import { generalRefusals } from '../../http/errors';
import { answer, bodyOf } from '../../http/route';
import type { Answer, Call, Route } from '../../http/route';
import { migrationParameter } from './deployment';
import { rulesetRefusals } from './errors';
import type { Ruleset } from './model';
import { scopeOf, scopePath } from '../../scope';
import type { Scope, ScopeKind } from '../../scope';
import { checkPhase, parseCreate, parseEntrypointUpdate, parseRuleBody, parseUpdate } from './parse';
import { kindsOf } from './phases';
import { renderRuleset, renderSummary } from './render';
import type { Rulesets } from './state';

/** The paths of zones, or of accounts. */
export function rulesetRoutes(rulesets: Rulesets, kind: ScopeKind): readonly Route[] {
  const all = `${scopePath(kind)}/rulesets`;
  const one = `${all}/:ruleset_id`;
  const rule = `${one}/rules/:rule_id`;
  const entrypoint = `${all}/phases/:phase/entrypoint`;
  const scope = (call: Call) => scopeOf(kind, call);
  const readable = (call: Call) => rulesets.get(scope(call), call.param('ruleset_id'));
  const own = (call: Call) => rulesets.getOwn(scope(call), call.param('ruleset_id'));
  const ofPhase = (call: Call) => rulesets.getEntrypoint(scope(call), phaseOf(call, kind));
  return [
    { method: 'GET', path: all, handle: (call) => page(rulesets.list(scope(call)), call.query) },
    {
      method: 'POST',
      path: all,
      handle: (call) => {
        const dry = isDryRun(call);
        return written(rulesets.create(scope(call), parseCreate(bodyOf(call), kind), dry), dry);
      },
    },
    { method: 'GET', path: one, handle: (call) => answer.resource(renderRuleset(readable(call))) },
    {
      method: 'PUT',
      path: one,
      handle: (call) => {
        const dry = isDryRun(call);
        const ruleset = own(call);
        const body = parseUpdate(bodyOf(call), ruleset.phase);
        for (const key of ['name', 'kind', 'phase'] as const)
          if (body[key] !== undefined && body[key] !== ruleset[key])
            throw rulesetRefusals.value(body[key], key, 'it cannot be changed', `/${key}`);
        return written(rulesets.replace(scope(call), ruleset, body, dry), dry);
      },
    },
    {
      method: 'DELETE',
      path: one,
      handle: (call) => {
        rulesets.delete(scope(call), own(call), isDryRun(call));
        return answer.nothing();
      },
    },
    { method: 'GET', path: entrypoint, handle: (call) => answer.resource(renderRuleset(ofPhase(call))) },
    { method: 'PUT', path: entrypoint, handle: (call) => putEntrypoint(rulesets, scope(call), call) },
    {
      method: 'POST',
      path: `${one}/rules`,
      handle: (call) => {
        const dry = isDryRun(call);
        const ruleset = own(call);
        const sent = parseRuleBody(bodyOf(call), ruleset.phase);
        return written(rulesets.addRule(scope(call), ruleset, sent.rule, sent.position, dry), dry);
      },
    },
    {
      method: 'PATCH',
      path: rule,
      handle: (call) => {
        const dry = isDryRun(call);
        const ruleset = own(call);
        const sent = parseRuleBody(bodyOf(call), ruleset.phase);
        const id = call.param('rule_id');
        return written(rulesets.changeRule(scope(call), ruleset, id, sent.rule, sent.position, dry), dry);
      },
    },
    {
      method: 'DELETE',
      path: rule,
      handle: (call) => {
        const dry = isDryRun(call);
        return written(rulesets.deleteRule(scope(call), own(call), call.param('rule_id'), dry), dry);
      },
    },
    ...versionRoutes(rulesets, one, readable),
    ...versionRoutes(rulesets, entrypoint, ofPhase),
    {
      method: 'DELETE',
      path: `${one}/versions/:version`,
      handle: (call) => {
        rulesets.deleteVersion(own(call), call.param('version'), isDryRun(call));
        return answer.nothing();
      },
    },
  ];
}

function versionRoutes(rulesets: Rulesets, base: string, find: (call: Call) => Ruleset): readonly Route[] {
  return [
    {
      method: 'GET',
      path: `${base}/versions`,
      handle: (call) => {
        const ruleset = find(call);
        return answer.resource(
          rulesets.listVersions(ruleset).map((version) => renderSummary(ruleset, version)),
        );
      },
    },
    {
      method: 'GET',
      path: `${base}/versions/:version`,
      handle: (call) => {
        const ruleset = find(call);
        return answer.resource(renderRuleset(ruleset, rulesets.getVersion(ruleset, call.param('version'))));
      },
    },
  ];
}

/** Creates the entry point of a phase if there is none. An existing one keeps its name. */
function putEntrypoint(rulesets: Rulesets, scope: Scope, call: Call): Answer {
  const dry = isDryRun(call);
  const phase = phaseOf(call, scope.kind);
  const sent = bodyOf(call);
  const body = parseEntrypointUpdate(sent, phase);
  const save = () => {
    const present = rulesets.findEntrypoint(scope, phase);
    if (present !== undefined) return rulesets.replace(scope, present, body, dry);
    const { name = 'default', description = '', rules } = body;
    const [kind] = kindsOf[scope.kind];
    return rulesets.create(scope, { name, kind, description, phase, rules }, dry);
  };
  if (scope.kind === 'account' || !call.query.has(migrationParameter)) return written(save(), dry);
  const rules = body.rules.map(({ definition }) => definition);
  const request = { zoneId: scope.id, phase, query: call.query, body: sent, rules, dryRun: dry };
  return written(rulesets.deployment.migrate(request, save), dry);
}

function written(ruleset: Ruleset, dryRun: boolean): Answer {
  return answer.resource(dryRun ? null : renderRuleset(ruleset));
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

function isDryRun(call: Call): boolean {
  const value = call.query.get('dry_run');
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  throw generalRefusals.badQuery('dry_run', value, 'it must be true or false');
}

function phaseOf(call: Call, scope: ScopeKind): string {
  const phase = call.param('phase');
  checkPhase(phase, scope);
  return phase;
}
