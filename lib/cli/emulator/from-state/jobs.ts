import { isObject, textsOf, type JsonObject } from '../../../ground/json';
import { toNewOptions, type Delivery } from '../../../resources/logpush-job/options';
import { changedSettings, settingNames } from '../../../resources/logpush-job/settings';
import { blockOf, isSet, pick, type Translate } from './values';

const settings = ['dataset', 'enabled', 'name', 'destination_conf', 'logpull_options', 'filter'] as const;

/** A `_logpush_job` of any version of the provider. */
export const jobOf: Translate = (attributes) => {
  const output = blockOf(attributes.output_options);
  return {
    body: {
      ...idOf(attributes),
      ...pick(attributes, settings),
      ...changedSettings({}, pick(attributes, settingNames)),
      ...(output === undefined ? {} : { output_options: outputOf(output) }),
    },
  };
};

/** An `edge_logpush_job`. Its credentials are in no state. */
export const edgeJobOf: Translate = (attributes) => {
  const { output_options: output } = attributes;
  const delivery = {
    fields: textsOf(attributes.fields),
    timestamp_format: attributes.timestamp_format ?? 'unixnano',
    sample_rate: attributes.sample_rate ?? 1,
    output_options: isObject(output) ? output : null,
  } as unknown as Delivery;
  return {
    body: {
      ...idOf(attributes),
      ...pick(attributes, ['dataset', 'enabled', 'name', 'destination_conf', 'filter']),
      ...changedSettings({}, pick(attributes, settingNames)),
      ...toNewOptions(delivery),
    },
  };
};

/** The provider of versions 3 and 4 stores the ID as a text. */
function idOf({ id }: JsonObject): JsonObject {
  const number = typeof id === 'string' || typeof id === 'number' ? Number(id) : NaN;
  return Number.isInteger(number) ? { id: number } : {};
}

/** Versions 3 and 4 spell the name of the option for CVE-2021-44228 in other ways, and send every text. */
function outputOf({ cve20214428, cve_2021_44228: cve, ...output }: JsonObject): JsonObject {
  const isTemplate = isSet(output.record_template);
  return {
    ...Object.fromEntries(
      Object.entries(output).filter(
        ([name, value]) => value !== null && (name !== 'record_template' || isTemplate),
      ),
    ),
    ...(cve20214428 === true || cve === true ? { 'CVE-2021-44228': true } : {}),
  };
}
