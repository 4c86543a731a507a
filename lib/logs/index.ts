export {
  checkFields,
  datasetNames,
  findDataset,
  suggest,
  type Dataset,
  type DatasetScope,
  type FieldType,
} from './catalogue';
export {
  checkCustomFields,
  customFieldLimits,
  customFieldLogFields,
  isCookieName,
  isHeaderName,
  type CustomFields,
} from './custom-fields';
export {
  credentialParameters,
  destinationSchemes,
  hasCredentials,
  parseDestination,
  type Destination,
  type ParsedDestination,
} from './destination';
export { type Fault, type FaultPath, type Position } from './fault';
export { canonicalFilter, sameFilter } from './filter/canonical';
export { checkFilter, checkFilterText, filterLimits } from './filter/check';
export { matchesFilter } from './filter/evaluate';
export { type Condition, type Filter, type Group, type Leaf, type Scalar } from './filter/filter';
export { operators, type Operator, type OperatorRule } from './filter/operators';
export { parseFilter, type ParsedFilter } from './filter/parse';
export {
  formatLogpullOptions,
  parseLogpullOptions,
  timestampFormats,
  type LogpullOptions,
  type ParsedLogpullOptions,
  type TimestampFormat,
} from './logpull-options';
export { projectLine, type Exchange, type LineTimestampFormat, type Message } from './projection';
export { readTimestamp } from './timestamp';
export { valueFault } from './values';
