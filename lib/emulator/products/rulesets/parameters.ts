import { fieldsOf } from '../../../ground/json';
import { isCookieName, isHeaderName, type CustomFieldLimitSet } from '../../../logs';
import { object } from '../../schema/body';
import { Field, refuseValue } from '../../schema/field';
import { anything, flag, list, number, text } from '../../schema/values';
import { hex32, isString } from '../../shape';
import { arraysOf, isResponse, type FieldArray } from './custom-fields';
import type { Owner } from './model';
import { actions, customFieldAction } from './phases';

/** Schema of the parameters of an action; undefined for actions whose parameters are not validated. */
export function parametersOf(action: string, owner: Owner): Field<unknown, boolean> | undefined {
  if (action === customFieldAction) return customFieldParameters(owner);
  return action === 'execute' ? executeParameters(owner.ruleMembers) : undefined;
}

function customFieldParameters({ limits, ruleMembers }: Owner): Field<unknown, true> {
  const arrays = arraysOf(limits);
  const fields = arrays.map((array) => [array, namesOf(array, limits, ruleMembers)] as const);
  return object(Object.fromEntries(fields), { ignored: ruleMembers })
    .asSent()
    .that(
      (parameters) => arrays.some((name) => fieldsOf(parameters)[name] !== undefined),
      `at least one of ${arrays.join(', ')} is required`,
    )
    .readAs({});
}

function namesOf(array: FieldArray, limits: CustomFieldLimitSet, ignored: readonly string[]) {
  const name = text.without((value) => nameFault(value, array, limits)).readAs('');
  const item = object(isResponse(array) ? { name, preserve_duplicates: preservedOf(limits) } : { name }, {
    ignored,
  });
  return list(item).that((items) => items.length > 0, 'it must have at least one item');
}

/** The provider of the service always sends `preserve_duplicates`, so zones of all limits accept false. */
function preservedOf(limits: CustomFieldLimitSet): Field<boolean, true> {
  return flag
    .that((value) => !value || limits === 'current', 'only the first instance of a repeated header is logged')
    .or(false, null);
}

function nameFault(name: string, array: FieldArray, limits: CustomFieldLimitSet): string | undefined {
  if (name === '') return 'the name cannot be blank';
  if (array === 'cookie_fields') return isCookieName(name) ? undefined : 'no cookie can have that name';
  if (!isHeaderName(name)) return 'no header can have that name';
  if (name !== name.toLowerCase()) return 'the name of a header must be lower case';
  const isUnsupported = limits === 'current' && name === 'range' && !isResponse(array);
  return isUnsupported ? 'the request header Range is not supported' : undefined;
}

/** Deploys a managed ruleset. Whether its rules exist is not checked. */
function executeParameters(ignored: readonly string[]): Field<unknown> {
  const rules = { ignored } as const;
  const action = text.that((value) => actions.includes(value), 'it is not an action');
  const effect = { enabled: flag, action, sensitivity_level: anything };
  const itemsOf = (key: string, names: (value: string) => boolean) => {
    const name = anything
      .that((value) => isString(value) && names(value), 'it names nothing that could be overridden')
      .readAs('');
    const members = { enabled: flag, score_threshold: number(-Infinity, Infinity), action };
    const item = object({ ...members, sensitivity_level: anything, [key]: name }, rules).asSent();
    return list(item.that((sent) => sizeOf(sent) > 1, 'it overrides nothing'));
  };
  const overrides = object(
    {
      ...effect,
      categories: itemsOf('category', (name) => name !== ''),
      rules: itemsOf('id', (id) => ruleId.test(id)),
    },
    rules,
  );
  const members = object(
    {
      id: anything.that((id) => isString(id) && hex32.test(id), 'it is not the id of a ruleset').readAs(''),
      overrides: overrides.asSent().that((sent) => sizeOf(sent) > 0, 'it must have at least one member'),
      version: anything,
      matched_data: anything,
    },
    rules,
  );
  return Field.of<unknown>((value, at, refusals) => {
    if (value !== undefined) return members.read(value, at, refusals);
    refuseValue(refusals, refusals.invalid(at, 'execute needs the id of a ruleset', {}));
    return value;
  });
}

/** The managed rules of the emulator have the ids of the previous ones, which need not have 32 digits. */
const ruleId = /^(?:[0-9a-f]{32}|(?:[A-Z]+-)?\d+)$/;

function sizeOf(sent: unknown): number {
  return Object.keys(fieldsOf(sent)).length;
}
