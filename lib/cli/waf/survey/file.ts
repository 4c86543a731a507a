import {
  count,
  either,
  entries,
  list,
  object,
  optional,
  orNull,
  repeatedIn,
  text,
  time,
  word,
  type Shape,
} from '../../../schema/document';
import { expectedPrevious } from '../../../waves/waves-file';
import { isIdentifier } from '../../../resources/identifiers';
import { SurveyFile } from '../../fleet/survey-file';
import type { SurveySummary, WafSurvey } from './survey';
import { wordsOf } from '../zone-state';
import type { SurveyedZone, UnreadZone } from './zone';

const id = text('a zone ID: 32 hexadecimal digits in lower case', isIdentifier);

const zone = object({
  zone_id: id,
  zone_name: text(),
  plan: text(),
  migration_state: text(),
  verdict: word(...wordsOf('survey').filter((each) => each !== 'not readable')),
  reasons: list(
    object({ code: text(), kind: orNull(text()), ids: list(text()), reason: text(), fix: text() }),
  ),
  findings: list(object({ code: text(), severity: word('error', 'warning', 'info'), text: text() })),
  calls: count,
  expected_previous: optional(expectedPrevious),
}) as Shape<SurveyedZone>;

const unread: Shape<UnreadZone> = object({ zone_id: id, zone_name: text(), code: text(), error: text() });

// What is not acted on may be of any number.
const counts = entries(count) as Shape<SurveySummary['verdicts'] & SurveySummary['findings']>;

/** The file of `waf survey --out`. */
export const wafSurveyFile = new SurveyFile<WafSurvey, SurveyedZone>({
  command: 'waf survey',
  depth: 1,
  shape: object({
    version: word(1),
    surveyed_at: time,
    summary: object({
      zones: count,
      failed: count,
      verdicts: counts,
      findings: counts,
      calls: count,
      seconds: count,
    }),
    zones: list(either(zone, unread, 'error')),
  }),
  check: ({ zones }) =>
    repeatedIn(
      zones.map((each, at) => ({ value: each.zone_id, path: ['zones', at, 'zone_id'] })),
      'Keep one of them.',
    ),
});
