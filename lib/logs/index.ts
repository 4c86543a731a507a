export {
  checkDatasetName,
  attackTrafficDatasets,
  checkFields,
  datasetNames,
  datasetOrUnlisted,
  findDataset,
  unlistedDataset,
  withFieldsOf,
  suggest,
  type Dataset,
  type DatasetScope,
  type FieldType,
} from './catalogue';
export {
  checkCustomFieldLimits,
  checkCustomFieldNames,
  checkCustomFields,
  currentCustomFieldLimits,
  customFieldKinds,
  customFieldLimits,
  customFieldLimitSets,
  customFieldLogFields,
  isCookieName,
  isHeaderName,
  type CustomFieldKind,
  type CustomFieldLimitSet,
  type CustomFieldLogField,
  type CustomFields,
} from './custom-fields';
export {
  Batch,
  defaultFields,
  deliveryOf,
  formatBatch,
  projectLine,
  recordMarker,
  recordWriter,
  type DeliveredJob,
  type Delivery,
  type MarkedRecord,
} from './delivery';
export {
  bucketSchemes,
  credentialParameters,
  destinationSchemes,
  findMissingCredentials,
  hasCredentials,
  isCredentialParameter,
  isSecretParameter,
  nameDestination,
  parseDestination,
  readDestination,
  splitDestination,
  withoutCredentials,
  type Destination,
  type ParsedDestination,
} from './destination';
export { fieldTypes } from './field-type';
export { isWrong, type Fault, type FaultKind, type FaultPath, type Position } from './fault';
export { canonicalFilter } from './filter/canonical';
export { checkFilter, checkFilterText, filterLimits, isAboutBytes, isAboutOperators } from './filter/check';
export { checkExpressionText } from './filter/check-expression';
export { compileFilter, matchesFilter, type CompiledFilter } from './filter/compile';
export { constantFaults, explainFilter, type Finding } from './filter/explain';
export { countOperators, type OperatorCount } from './filter/filter';
export { type Condition, type Filter, type Group, type Leaf, type Scalar } from './filter/filter';
export {
  checkFilterToSend,
  filterToSend,
  fitFilter,
  readFilterToSend,
  sameFilter,
  type FittedFilter,
} from './filter/sent';
export { operators, type Operator, type OperatorRule } from './filter/operators';
export { parseFilter, type ParsedFilter } from './filter/parse';
export { parseExpression } from './filter/read-expression';
export { shortenFilter, sizeOfFilter, type FilterSize } from './filter/shorten';
export { integerPattern, spellFilter, spellItem } from './filter/spell';
export { describeCondition, describeFilter } from './filter/words';
export { formatExpression, type ExpressionOptions } from './filter/write-expression';
export { LogFilter, LogFilterField } from './log-filter';
export type { LogDatasetName, LogFieldName } from './log-names';
export {
  formatLogpullOptions,
  parseLogpullOptions,
  timestampFormats,
  type LogpullOptions,
  type ParsedLogpullOptions,
  type TimestampFormat,
} from './logpull-options';
export {
  checkOutputOptions,
  outputDefaults,
  outputOptionNames,
  outputTypes,
  parseOutputOptions,
  type OutputFormat,
  type OutputOptions,
  type OutputType,
  type ParsedOutputOptions,
} from './output-options';
export {
  BlockPreview,
  mostBadLines,
  type BadLine,
  type Block,
  type BlockOutcome,
  type PreviewMode,
} from './preview/block';
export { linePreviewer, type LineOutcome, type PreviewedJob } from './preview/line';
export { parseExactly } from './preview/json';
export { readSampleLine, type SampleLine } from './preview/record';
export { writeValue, whyDropped, type Unmet } from './preview/why';
export { type Exchange, type LineTimestampFormat, type Message } from './projection';
export { parseTemplate, type ParsedTemplate, type TemplatePiece } from './record-template';
export { lineTimestampFormats, readTimestamp } from './timestamp';
export { LogScope, SqlDialect, SqlSource, type SqlOptions } from './log-sql';
export { type SqlForm } from './sql/form';
export { writeQuery, type SqlQuery } from './sql/write-query';
export { writeSql, type WrittenSql } from './sql/write-sql';
export { valueFault } from './values';
