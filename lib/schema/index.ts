export {
  computed,
  defineContract,
  entriesOf,
  isFilledIn,
  isSettable,
  mapAttributes,
  optional,
  optionalComputed,
  required,
  isSecret,
  secretAttributes,
} from './attribute';
export type { Attribute, AttributeType, Attributes, Check, Contract, NaturalKey } from './attribute';
export {
  withAllowedWords,
  checkAttributes,
  checkConfig,
  each,
  isFilled,
  oneOfListed,
  notEmpty,
  ofNumber,
  ofText,
  oneOf,
  takingUnknown,
} from './check';
export { DiagnosticError, errorAt, formatPath, isDiagnosticError, warningAt } from './diagnostic';
export type { Diagnostic, Path } from './diagnostic';
export { importedState, mapNested } from './fill';
export { checkForm, describeValue, isPlainObject, listWords, wrongType } from './form';
export { isApproved, listingOf, nothingListed } from './listing';
export type { Approval, Effect, Listing } from './listing';
export {
  bool,
  collectionOf,
  equalObjects,
  equalValues,
  listOf,
  mapOf,
  nested,
  number,
  setOf,
  string,
} from './type';
export type { Collection } from './type';
export { parseDuration, timeoutAttributes, timeoutOf, withTimeouts, type LimitedOperation } from './timeouts';
export type { Desired, Planned, State, TypeValue } from './typed';
export { isListValue, isObjectValue, isUnknown, isWhollyKnown, unknown, unknownWithPrefix } from './value';
export type { ObjectValue, Unknown, Value } from './value';
