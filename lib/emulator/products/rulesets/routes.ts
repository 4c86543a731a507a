import { generalRefusals } from '../../http/errors';
import { answer, bodyOf } from '../../http/route';
import type { Answer, Call, Route } from '../../http/route';
import { migrationParameter } from './deployment';
import { rulesetRefusals } from './errors';
import type { Owner, Ruleset } from './model';
import { scopeOf, scopePath } from '../../scope';
import type { ScopeKind } from '../../scope';
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
  const owner = (call: Call) => rulesets.ownerOf(scopeOf(kind, call));
  const readable = (call: Call) => rulesets.get(owner(call), call.param('ruleset_id'));
  const own = (call: Call) => rulesets.getOwn(owner(call), call.param('ruleset_id'));
  const ofPhase = (call: Call) => rulesets.getEntrypoint(owner(call), phaseOf(call, kind));
  return [
    { method: 'GET', path: all, handle: (call) => page(rulesets.list(owner(call)), call.query) },
    {
      method: 'POST',
      path: all,
      handle: (call) => {
        const dry = isDryRun(call);
        return written(rulesets.create(owner(call), parseCreate(bodyOf(call), owner(call)), dry), dry);
      },
    },
    { method: 'GET', path: one, handle: (call) => answer.resource(renderRuleset(readable(call))) },
    {
      method: 'PUT',
      path: one,
      handle: (call) => {
        const dry = isDryRun(call);
        const ruleset = own(call);
        const body = parseUpdate(bodyOf(call), ruleset.phase, owner(call));
        for (const key of ['name', 'kind', 'phase'] as const)
          if (body[key] !== undefined && body[key] !== ruleset[key])
            throw rulesetRefusals.value(body[key], key, 'it cannot be changed', `/${key}`);
        return written(rulesets.replace(owner(call), ruleset, body, dry), dry);
      },
    },
    {
      method: 'DELETE',
      path: one,
      handle: (call) => {
        rulesets.delete(owner(call), own(call), isDryRun(call));
        return answer.nothing();
      },
    },
    { method: 'GET', path: entrypoint, handle: (call) => answer.resource(renderRuleset(ofPhase(call))) },
    { method: 'PUT', path: entrypoint, handle: (call) => putEntrypoint(rulesets, owner(call), call) },
    {
      method: 'POST',
      path: `${one}/rules`,
      handle: (call) => {
        const dry = isDryRun(call);
        const ruleset = own(call);
        const sent = parseRuleBody(bodyOf(call), ruleset.phase, owner(call));
        return written(rulesets.addRule(owner(call), ruleset, sent.rule, sent.position, dry), dry);
      },
    },
    {
      method: 'PATCH',
      path: rule,
      handle: (call) => {
        const dry = isDryRun(call);
        const ruleset = own(call);
        const sent = parseRuleBody(bodyOf(call), ruleset.phase, owner(call));
        const id = call.param('rule_id');
        return written(rulesets.changeRule(owner(call), ruleset, id, sent.rule, sent.position, dry), dry);
      },
    },
    {
      method: 'DELETE',
      path: rule,
      handle: (call) => {
        const dry = isDryRun(call);
        return written(rulesets.deleteRule(owner(call), own(call), call.param('rule_id'), dry), dry);
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
function putEntrypoint(rulesets: Rulesets, owner: Owner, call: Call): Answer {
  const dry = isDryRun(call);
  const phase = phaseOf(call, owner.kind);
  const sent = bodyOf(call);
  const body = parseEntrypointUpdate(sent, phase, owner);
  const save = () => {
    const present = rulesets.findEntrypoint(owner, phase);
    if (present !== undefined) return rulesets.replace(owner, present, body, dry);
    const { name = 'default', description = '', rules } = body;
    const [kind] = kindsOf[owner.kind];
    return rulesets.create(owner, { name, kind, description, phase, rules }, dry);
  };
  if (owner.kind === 'account' || !call.query.has(migrationParameter)) return written(save(), dry);
  const rules = body.rules.map(({ definition }) => definition);
  const request = { zoneId: owner.id, phase, query: call.query, body: sent, rules, dryRun: dry };
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
