import { fieldsOf, type JsonObject } from '../../../ground/json';
import { body, object, type Complete, type Patch } from '../../schema/body';
import { Field, refuseValue } from '../../schema/field';
import { anyObject, anything, flag, isNull, isNullOrEmpty, list, text } from '../../schema/values';
import type { ScopeKind } from '../../scope';
import { isInteger, isString } from '../../shape';
import { checkCustomFieldsTogether, completeCustomFields } from './custom-fields';
import { gathered, refuseAll, rulesetRefusals as refusals } from './errors';
import { isManagedRuleset } from './managed';
import type { KeptRule, Owner, Position, RuleDefinition, Ruleset, RulesetKind, SentRule } from './model';
import { parametersOf } from './parameters';
import { actions, customFieldAction, customFieldsPhase, isActionAllowed, kindsOf, phases } from './phases';

const sentText = text.absentIf(isNull);
const sentObject = anyObject.absentIf(isNull);

/** The ruleset that rules are for. That of a create body is validated before its rules are. */
interface Place {
  readonly kind?: unknown;
  readonly phase?: unknown;
}

function createBody(place: Place, owner: Owner) {
  return body(refusals, {
    name: text.that((name) => name !== '', 'the name cannot be blank').readAs(''),
    kind: kindField(owner.kind),
    phase: phaseField(owner.kind),
    rules: rulesField(place, owner).or([]),
    description: text.or('', null),
  });
}
export type CreateBody = Complete<ReturnType<typeof createBody>['fields']>;

/** Absent rules stay as they are. */
function entrypointBody(place: Place, owner: Owner) {
  return { name: sentText, description: sentText, rules: rulesField(place, owner) };
}
export type UpdateBody = Patch<ReturnType<typeof entrypointBody>>;

export function parseCreate(sent: JsonObject, owner: Owner): CreateBody {
  return createBody(sent, owner).parse(sent);
}

export function parseUpdate(sent: JsonObject, ruleset: Ruleset, owner: Owner) {
  const members = { kind: sentText, phase: sentText, ...entrypointBody(ruleset, owner) };
  return body(refusals, members).parse(sent);
}

export function parseEntrypointUpdate(sent: JsonObject, phase: string, owner: Owner): UpdateBody {
  const [kind] = kindsOf[owner.kind];
  return body(refusals, entrypointBody({ kind, phase }, owner)).parse(sent);
}

export function parseRuleBody({ position, ...sent }: JsonObject, place: Place, owner: Owner): RuleBody {
  const rule = gathered((gathering) => ruleField(place, owner).read(sent, '', gathering));
  return position === undefined ? { rule } : { rule, position: readPosition(position) };
}

/** The body of a PATCH. A position alone moves the rule as it is. */
export function parseRuleChange(
  sent: JsonObject,
  place: Place,
  owner: Owner,
): RuleBody | (Pick<RuleBody, 'position'> & { readonly rule?: undefined }) {
  const { position, ...rule } = sent;
  if (position === undefined || Object.keys(rule).length > 0) return parseRuleBody(sent, place, owner);
  return { position: readPosition(position) };
}

interface RuleBody {
  readonly rule: SentRule;
  readonly position?: Position;
}

export function checkPhase(phase: string, scope: ScopeKind): void {
  phaseField(scope).read(phase, '/phase', refusals);
}

export function checkTogether(
  definitions: readonly RuleDefinition[],
  phase: unknown,
  { limits }: Owner,
  pointer: string,
): void {
  if (phase === customFieldsPhase) refuseAll(checkCustomFieldsTogether(definitions, limits, pointer));
}

function rulesField(place: Place, owner: Owner): Field<readonly (SentRule | KeptRule)[]> {
  const rules = list(keptRuleOr(ruleField(place, owner)));
  return Field.of((value, at) => gathered((gathering) => rules.read(value, at, gathering)));
}

/** An id alone stands for the rule that has it. */
function keptRuleOr(rule: Field<SentRule>): Field<SentRule | KeptRule> {
  return Field.of<SentRule | KeptRule>((value, at, gathering) => {
    const { id, ...rest } = fieldsOf(value);
    if (isString(id) && id !== '' && Object.keys(rest).length === 0) return { id };
    return rule.read(value, at, gathering);
  });
}

function kindField(scope: ScopeKind): Field<RulesetKind, true> {
  const kinds = kindsOf[scope];
  const owner = scope === 'zone' ? 'a zone' : 'an account';
  return Field.of<RulesetKind>((value, at) => {
    const sent = text.read(value, at, refusals);
    const kind = kinds.find((one) => one === sent);
    if (kind !== undefined) return kind;
    throw refusals.invalid(at, `a ruleset of ${owner} is of the kind ${kinds.join(' or ')}`, sent);
  }).readAs('');
}

function phaseField(scope: ScopeKind): Field<string, true> {
  return text
    .that((phase) => phases.includes(phase), 'it is not a phase')
    .that((phase) => scope === 'zone' || phase !== customFieldsPhase, 'it is a phase of zones only')
    .readAs('');
}

/** A read-only member, which is accepted, since copied rules have it, and ignored. */
const ignoredText = Field.of<undefined>((value, at) => {
  text.read(value, at, refusals);
  return undefined;
}).absentIf(isNull);

function ruleFields(phase: unknown) {
  return {
    version: ignoredText,
    last_updated: ignoredText,
    action_parameters: sentObject,
    action: actionField(phase),
    expression: expressionField,
    description: text.or('', null),
    enabled: flag.or(true, null),
    logging: sentObject,
    ratelimit: sentObject,
    exposed_credential_check: sentObject,
    id: text.absentIf(isNullOrEmpty),
    ref: text.absentIf(isNullOrEmpty),
  };
}

function ruleField({ kind, phase }: Place, owner: Owner): Field<SentRule> {
  const fields = ruleFields(phase);
  const members = object(fields, { ignored: owner.ruleMembers });
  return Field.of<SentRule>((value, at, gathering) => {
    const read = members.read(value, at, gathering);
    const { id, ref, action, action_parameters: sent, ...rest } = read;
    if (action === customFieldAction && rest.expression !== 'true')
      refuseValue(gathering, refusals.notTrue(`${at}/expression`, rest.expression));
    if (kind === 'root' && needsPlan(action, sent) && !endsWithPlan.test(rest.expression))
      refuseValue(gathering, refusals.notEnterprise(`${at}/expression`, rest.expression));
    parametersOf(action, owner)?.read(sent, `${at}/action_parameters`, gathering);
    const newer = Object.entries(fieldsOf(value)).filter(([key]) => !Object.hasOwn(fields, key));
    const parameters = completeParameters(action, sent, owner);
    const definition = {
      ...Object.fromEntries(newer),
      action,
      ...(parameters && { action_parameters: parameters }),
      ...rest,
    };
    return { definition, ...(id !== undefined && { id }), ...(ref !== undefined && { ref }) };
  });
}

/** In an entry point of an account, exceptions and deployments of custom rulesets are for Enterprise zones only. */
function needsPlan(action: string, parameters: JsonObject | undefined): boolean {
  return action === 'skip' || (action === 'execute' && !isManagedRuleset(parameters?.id));
}

const endsWithPlan = /(?:^|\band\b|&&)[\s(]*cf\.zone\.plan\s*(?:eq|==)\s*"ENT"[\s)]*$/;

function completeParameters(
  action: string,
  sent: JsonObject | undefined,
  { limits }: Owner,
): JsonObject | undefined {
  if (action === customFieldAction) return completeCustomFields(sent, limits);
  return action === 'execute' && sent !== undefined ? { version: 'latest', ...sent } : sent;
}

function actionField(phase: unknown): Field<string, true> {
  return Field.of<string>((value, at) => {
    const action = text.read(value, at, refusals);
    if (action === '') throw refusals.actionMissing(at);
    if (!actions.includes(action)) throw refusals.unknownAction(action, at);
    if (isActionAllowed(action, phase)) return action;
    throw refusals.invalid(at, `the action is not allowed in the phase ${String(phase)}`, action);
  }).readAs('');
}

const expressionField = Field.of<string>((value, at) => {
  const expression = text.read(value, at, refusals);
  if (expression.trim() === '') throw refusals.blankExpression(at);
  return expression;
}).readAs('');

const positionMembers = object({ before: anything, after: anything, index: anything });

function readPosition(value: unknown): Position {
  const at = '/position';
  const { before, after, index } = positionMembers.read(value, at, refusals);
  if (Object.keys(fieldsOf(value)).length !== 1)
    throw refusals.invalid(at, 'it must be one of before, after, index', value);
  if (isString(before)) return { before };
  if (isString(after)) return { after };
  if (isInteger(index) && index >= 1) return { index };
  throw refusals.invalid(at, 'it names no place', value);
}
