import type { JsonObject } from '../../../ground/json';
import { previousRefusals as refusals } from '../../previous-api/errors';
import { body, type Complete } from '../../schema/body';
import { choice, filledText, flag, integer, list, record, text } from '../../schema/values';
import { denyModes } from './catalogue';
import { onOff, packageSettings } from './packages';
import type { PackageSettings } from './state';

const packageBody = body(refusals, packageSettings);
export const groupBody = body(refusals, { mode: onOff.required() });
export const ruleBody = body(refusals, { mode: text.required() });
export const settingBody = body(refusals, { value: onOff.required() });

export function parsePackagePatch(sent: JsonObject): PackageSettings {
  const settings = packageBody.patch(sent);
  if (Object.keys(settings).length === 0) throw refusals.nothingSent(Object.keys(packageSettings));
  return settings;
}

export const overrideBody = body(
  refusals,
  {
    description: text.or(''),
    urls: list(filledText).required(),
    priority: integer(-1_000_000_000, 1_000_000_000).or(0),
    groups: record(choice('default', 'disable')).or({}),
    rules: record(choice(...denyModes)).or({}),
    rewrite_action: record(choice(...denyModes), denyModes).or({}),
    paused: flag.or(false),
  },
  { readOnly: ['id'] },
);

export function parseOverride(sent: JsonObject): Complete<typeof overrideBody.fields> {
  const override = overrideBody.parse(sent);
  if (override.urls.length === 0) throw refusals.invalid('/urls', 'must have at least one URL');
  if (sent.groups === undefined && sent.rules === undefined) throw refusals.nothingSent(['groups', 'rules']);
  return override;
}
