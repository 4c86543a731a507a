import { filledTextOf, isObject, textsOf } from '../../../ground/json';
import { toNewOptions, type Delivery } from '../../../resources/logpush-job/options';
import { changedSettings, settingNames } from '../../../resources/logpush-job/settings';
import { pick, type Translate } from './values';

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
      ...(Number.isInteger(Number(filledTextOf(attributes.id))) && { id: Number(attributes.id) }),
      ...pick(attributes, ['dataset', 'enabled', 'name', 'destination_conf', 'filter']),
      ...changedSettings({}, pick(attributes, settingNames)),
      ...toNewOptions(delivery),
    },
  };
};
