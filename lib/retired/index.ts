export {
  decodeCode,
  decodeRetired,
  isRetiredKind,
  kindOf,
  type RetiredKind,
  type RetiredObject,
} from './decode';
export { isSet, withoutUnset } from './form';
export { cveName, cveNames } from './logpush-job';
export { equivalentNames, type Equivalent } from './names';
export { recipientBlocks } from './notification-policy';
export { filterIdOf } from './previous-rules';
export {
  addSettings,
  decodeOverride,
  isPreviousKind,
  overrideIdIn,
  previousKinds,
  settingsOfKind,
  type PreviousSetting,
  type SettingsById,
} from './previous-waf';
export { movableProvider, successorOf, successorOfType } from './successors';
export { Expression, Source, UnreadableState, type Unread } from './source';
