import { escapeTemplates, literalOf, mapTexts, type Written, type WrittenObject } from '../../hcl/template';
import { isListValue, isObjectValue, isUnknown, unknown, type ObjectValue, type Value } from '../../schema';
import { mapRecord } from '../../ground/record';

/** The value as far as it is known without Terraform. A template with an expression is unknown. */
export function knownValue(written: Written): Value {
  return mapTexts(written, (text) => literalOf(text) ?? unknown);
}

export function knownValues(written: WrittenObject): ObjectValue {
  return knownValue(written) as ObjectValue;
}

/** A value without unknown parts, with each text as the template that stands for it. */
export function writtenValue(value: Value): Written {
  if (isUnknown(value)) throw new Error('An unknown value has no template.');
  if (typeof value === 'string') return escapeTemplates(value);
  if (isListValue(value)) return value.map(writtenValue);
  return isObjectValue(value) ? writtenValues(value) : value;
}

export function writtenValues(values: ObjectValue): WrittenObject {
  return mapRecord(values, writtenValue);
}
