import { isObject, type JsonObject } from '../../../ground/json';
import type { ErrorEntry } from '../../http/errors';
import { isArray, isInteger, isString, shown } from '../../shape';
import { checkCustomFieldRule, checkCustomFieldsTogether, completeCustomFields } from './custom-fields';
import { refuseAll, refuseUnknownKeys, rulesetRefusals } from './errors';
import { checkExecuteRule } from './execute';
import type { ScopeKind } from '../../scope';
import type { Owner, Position, RuleDefinition, RulesetKind, SentRule } from './model';
import { actions, customFieldAction, customFieldsPhase, isActionAllowed, kindsOf, phases } from './phases';
import { own, setOwn } from '../../../ground/record';

export interface CreateBody {
  readonly name: string;
  readonly kind: RulesetKind;
  readonly phase: string;
  readonly description: string;
  readonly rules: readonly SentRule[];
}

export interface UpdateBody {
  readonly name?: string;
  readonly kind?: string;
  readonly phase?: string;
  readonly description?: string;
  readonly rules: readonly SentRule[];
}

export function parseCreate(body: JsonObject, owner: Owner): CreateBody {
  refuseUnknownKeys(body, ['name', 'kind', 'phase', 'description', 'rules'], '');
  const name = text(body, 'name', '') ?? '';
  if (name === '') throw rulesetRefusals.value('', 'name', 'the name cannot be blank', '/name');
  const kind = readKind(text(body, 'kind', '') ?? '', owner.kind);
  const phase = text(body, 'phase', '') ?? '';
  checkPhase(phase, owner.kind);
  const rules = body.rules === undefined ? [] : parseRules(body.rules, phase, owner);
  return { name, kind, phase, description: text(body, 'description', '') ?? '', rules };
}

export function parseUpdate(body: JsonObject, phase: string, owner: Owner): UpdateBody {
  refuseUnknownKeys(body, ['name', 'kind', 'phase', 'description', 'rules'], '');
  return readUpdate(body, phase, owner);
}

export function parseEntrypointUpdate(body: JsonObject, phase: string, owner: Owner): UpdateBody {
  refuseUnknownKeys(body, ['name', 'description', 'rules'], '');
  return readUpdate(body, phase, owner);
}

export function checkPhase(phase: string, scope: ScopeKind): void {
  if (!phases.includes(phase)) throw rulesetRefusals.value(phase, 'phase', 'it is not a phase', '/phase');
  if (scope === 'account' && phase === customFieldsPhase)
    throw rulesetRefusals.value(phase, 'phase', 'it is a phase of zones only', '/phase');
}

function readKind(sent: string, scope: ScopeKind): RulesetKind {
  const kinds = kindsOf[scope];
  const kind = kinds.find((one) => one === sent);
  if (kind !== undefined) return kind;
  const owner = scope === 'zone' ? 'a zone' : 'an account';
  throw rulesetRefusals.value(
    sent,
    'kind',
    `a ruleset of ${owner} is of the kind ${kinds.join(' or ')}`,
    '/kind',
  );
}

/** One rule of a POST or PATCH, and its position. */
export function parseRuleBody(
  body: JsonObject,
  phase: string,
  owner: Owner,
): { rule: SentRule; position?: Position } {
  const { position, ...rest } = body;
  const { rule, faults } = parseRule(rest, phase, owner, '');
  refuseAll(faults);
  return position === undefined ? { rule } : { rule, position: parsePosition(position) };
}

/** Validates what depends on all rules of a ruleset. */
export function checkTogether(
  definitions: readonly RuleDefinition[],
  phase: string,
  { limits }: Owner,
  pointer: string,
): void {
  if (phase === customFieldsPhase) refuseAll(checkCustomFieldsTogether(definitions, limits, pointer));
}

function readUpdate(body: JsonObject, phase: string, owner: Owner): UpdateBody {
  if (body.rules === undefined) throw rulesetRefusals.wrongType('rules', 'an array', '/rules');
  const name = text(body, 'name', '');
  const kind = text(body, 'kind', '');
  const sentPhase = text(body, 'phase', '');
  const description = text(body, 'description', '');
  return {
    ...(name === undefined ? {} : { name }),
    ...(kind === undefined ? {} : { kind }),
    ...(sentPhase === undefined ? {} : { phase: sentPhase }),
    ...(description === undefined ? {} : { description }),
    rules: parseRules(body.rules, phase, owner),
  };
}

function parseRules(value: unknown, phase: string, owner: Owner): readonly SentRule[] {
  if (!isArray(value)) throw rulesetRefusals.wrongType('rules', 'an array', '/rules');
  const parsed = value.map((item, index) => {
    if (!isObject(item)) throw rulesetRefusals.wrongType('rules', 'an array of objects', `/rules/${index}`);
    return parseRule(item, phase, owner, `/rules/${index}`);
  });
  refuseAll(parsed.flatMap(({ faults }) => faults));
  const rules = parsed.map(({ rule }) => rule);
  checkTogether(
    rules.map((rule) => rule.definition),
    phase,
    owner,
    '/rules',
  );
  return rules;
}

const ruleKeys = [
  'id',
  'version',
  'ref',
  'action',
  'action_parameters',
  'expression',
  'description',
  'enabled',
  'last_updated',
  'logging',
  'ratelimit',
  'exposed_credential_check',
];

/** `version` and `last_updated` are read-only: they are accepted, since copied rules have them, and ignored. */
function parseRule(
  item: JsonObject,
  phase: string,
  owner: Owner,
  at: string,
): { rule: SentRule; faults: ErrorEntry[] } {
  refuseUnknownKeys(item, [...ruleKeys, ...owner.ruleMembers], at);
  text(item, 'version', at);
  text(item, 'last_updated', at);
  const parameters = object(item, 'action_parameters', at);
  const action = text(item, 'action', at);
  if (action === undefined || action === '') throw rulesetRefusals.actionMissing(`${at}/action`);
  if (!actions.includes(action)) throw rulesetRefusals.unknownAction(action, `${at}/action`);
  if (!isActionAllowed(action, phase)) {
    const reason = `the action is not allowed in the phase ${phase}`;
    throw rulesetRefusals.value(action, 'action', reason, `${at}/action`);
  }
  const expression = text(item, 'expression', at) ?? '';
  if (expression.trim() === '') throw rulesetRefusals.blankExpression(`${at}/expression`);
  const newer = Object.entries(item).filter(([name]) => !ruleKeys.includes(name));
  const definition: RuleDefinition = {
    ...Object.fromEntries(newer),
    action,
    ...(parameters === undefined ? {} : { action_parameters: parameters }),
    expression,
    description: text(item, 'description', at) ?? '',
    enabled: flag(item, 'enabled', at) ?? true,
    ...optionalObject(item, 'logging', at),
    ...optionalObject(item, 'ratelimit', at),
    ...optionalObject(item, 'exposed_credential_check', at),
  };
  const id = text(item, 'id', at) ?? '';
  const ref = text(item, 'ref', at) ?? '';
  const faults = checkParameters(definition, owner, at);
  const rule = {
    definition: complete(definition, owner),
    ...(id === '' ? {} : { id }),
    ...(ref === '' ? {} : { ref }),
  };
  return { rule, faults };
}

function complete(definition: RuleDefinition, { limits }: Owner): RuleDefinition {
  const { action, action_parameters: parameters } = definition;
  if (action !== customFieldAction || parameters === undefined) return definition;
  return { ...definition, action_parameters: completeCustomFields(parameters, limits) };
}

function checkParameters(definition: RuleDefinition, owner: Owner, at: string): ErrorEntry[] {
  if (definition.action === customFieldAction) return checkCustomFieldRule(definition, owner, at);
  if (definition.action === 'execute') return checkExecuteRule(definition, owner, at);
  return [];
}

function parsePosition(value: unknown): Position {
  if (!isObject(value)) throw rulesetRefusals.wrongType('position', 'an object', '/position');
  refuseUnknownKeys(value, ['before', 'after', 'index'], '/position');
  if (Object.keys(value).length !== 1)
    throw rulesetRefusals.value(
      shown(value),
      'position',
      'it must be one of before, after, index',
      '/position',
    );
  const { before, after, index } = value;
  if (isString(before)) return { before };
  if (isString(after)) return { after };
  if (isInteger(index) && index >= 1) return { index };
  throw rulesetRefusals.value(shown(value), 'position', 'it names no place', '/position');
}

function text(value: JsonObject, key: string, at: string): string | undefined {
  const found = own(value, key) ?? undefined;
  if (found !== undefined && !isString(found))
    throw rulesetRefusals.wrongType(key, 'a string', `${at}/${key}`);
  return found;
}

function flag(value: JsonObject, key: string, at: string): boolean | undefined {
  const found = own(value, key) ?? undefined;
  if (found !== undefined && typeof found !== 'boolean')
    throw rulesetRefusals.wrongType(key, 'a boolean', `${at}/${key}`);
  return found;
}

function object(value: JsonObject, key: string, at: string): JsonObject | undefined {
  const found = own(value, key) ?? undefined;
  if (found !== undefined && !isObject(found))
    throw rulesetRefusals.wrongType(key, 'an object', `${at}/${key}`);
  return found;
}

function optionalObject<Key extends string>(
  value: JsonObject,
  key: Key,
  at: string,
): Partial<Record<Key, JsonObject>> {
  const found = object(value, key, at);
  const entry: Partial<Record<Key, JsonObject>> = {};
  if (found !== undefined) setOwn(entry, key, found);
  return entry;
}
