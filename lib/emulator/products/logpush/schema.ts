import { type OutputOptions, parseOutputOptions } from '../../../logs';
import { maskCredentials } from '../../fixture/mask-credentials';
import { body, type Complete, type Patch } from '../../schema/body';
import { Field } from '../../schema/field';
import { anyObject, flag, integer, text, valueWhere } from '../../schema/values';
import { isString } from '../../shape';
import { logpushRefusals as refusals } from './errors';
import type { JsonObject } from '../../../ground/json';
import { addedTomorrow } from '../../http/quirks';

const outputOptions = Field.of<OutputOptions>((value, at) =>
  readOutputOptions(anyObject.read(value, at, refusals)),
);

const filter = Field.of<string>((value) => {
  if (!isString(value)) throw refusals.wrongType('/filter', 'a string that holds JSON');
  return value;
});

/** null resets a member to its default. */
export const jobBody = body(
  refusals,
  {
    dataset: limited(256, /^[a-zA-Z0-9_-]*$/)
      .or('http_requests', '')
      .fixed(),
    enabled: flag.or(false, null),
    name: limited(512, /^[a-zA-Z0-9\-.]*$/).or(null),
    destination_conf: limited(4096)
      .that((conf) => conf !== '', 'it must not be empty')
      .written(maskCredentials)
      .required(),
    /** Checked once, and not kept. */
    ownership_challenge: limited(4096, /^[a-zA-Z0-9/+.\-_]*$/).or('', null),
    logpull_options: limited(4096).or(null, ''),
    output_options: outputOptions.or(null),
    filter: filter.or(null, ''),
    filter_attack_traffic: flag.or(false, null),
    frequency: word('it must be high or low', 'high', 'low').or('high', null),
    kind: word('it must be empty or edge', '', 'edge').or('', null).fixed(),
    max_upload_bytes: limit(5_000_000, 1_000_000_000),
    max_upload_interval_seconds: limit(30, 300),
    max_upload_records: limit(1_000, 1_000_000),
  },
  { readOnly: ['id', 'last_complete', 'last_error', 'error_message'] },
);
export type JobPatch = Patch<typeof jobBody.fields>;
export type JobSettings = Omit<Complete<typeof jobBody.fields>, 'ownership_challenge'>;

export const destinationBody = body(refusals, { destination_conf: text.required() });
export const challengeBody = body(refusals, {
  destination_conf: text.required(),
  ownership_challenge: text.required(),
});
export const optionsBody = body(refusals, {
  logpull_options: text.required(),
  dataset: text.or('http_requests'),
});

function limited(most: number, pattern = /^/): Field<string> {
  return text
    .that((value) => value.length <= most, `it is longer than ${most} characters`)
    .that((value) => pattern.test(value), `it does not match ${pattern.source}`);
}

function word<const Word extends string>(reason: string, ...words: readonly Word[]): Field<Word> {
  return valueWhere((value): value is Word => words.some((each) => each === value), reason);
}

function limit(least: number, most: number): Field<number, true> {
  return integer(-Infinity, Infinity)
    .that((value) => value >= least && value <= most, `it must be 0 or from ${least} to ${most}`)
    .or(0, null);
}

/**
 * Validates every member by itself; `checks.ts` validates the fields against the dataset. The member that the quirk
 * `unknownFields` adds to replies is accepted and kept.
 */
function readOutputOptions(value: JsonObject): OutputOptions {
  const { [addedTomorrow]: added, ...known } = value;
  const { options, faults } = parseOutputOptions(known);
  if (options !== undefined)
    return added === undefined ? options : Object.assign({}, options, { [addedTomorrow]: added });
  const [fault] = faults;
  const member = `/output_options.${String(fault?.path[0])}`;
  if (fault?.code === 'output_options.unknown') throw refusals.unknownField(member);
  throw refusals.invalid(member, fault?.message ?? '');
}

/** A log-delivery job in the state, without the ownership challenge, which is checked once. */
export interface Job extends JobSettings {
  readonly id: number;
  readonly last_complete: string | null;
  readonly last_error: string | null;
  readonly error_message: string | null;
}
