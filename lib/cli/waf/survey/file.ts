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
  type ShapeValue,
  type Shape,
} from '../../../schema/document';
import { expectedPrevious } from '../../../waves/waves-file';
import { isIdentifier } from '../../../resources/identifiers';
import { SurveyFile } from '../../fleet/survey-file';
import { zoneVerdicts, type ZoneVerdict } from '../verdict';

const id = text('a zone ID: 32 hexadecimal digits in lower case', isIdentifier);

/** Why a zone cannot be migrated as it is, with the fix. */
const reason = object({
  /** A code of docs/errors.md. */
  code: text(),
  /** The kind of an obstacle, such as `uri-override`; null for other reasons. */
  kind: orNull(text()),
  ids: list(text()),
  reason: text(),
  fix: text(),
});

export type Reason = ShapeValue<typeof reason>;

const finding = object({ code: text(), severity: word('error', 'warning', 'info'), text: text() });

export type SurveyedFinding = ShapeValue<typeof finding>;

/** When the zone was read. A survey that was interrupted has older rows; one of an earlier version has none. */
const readAt = optional(time);

const zone = object({
  zone_id: id,
  zone_name: text(),
  read_at: readAt,
  /** `free`, `pro`, `business` or `enterprise`; empty where the API does not return it. */
  plan: text(),
  migration_state: text(),
  verdict: word(...zoneVerdicts),
  /** Empty unless the verdict is `not protected`, `ineligible` or `needs a decision`. */
  reasons: list(reason),
  findings: list(finding),
  calls: count,
  /** The settings of its previous WAF in the states of `--state`: `expected_previous` of its migration. */
  expected_previous: optional(expectedPrevious),
});

export type SurveyedZone = ShapeValue<typeof zone>;

const unread = object({ zone_id: id, zone_name: text(), read_at: readAt, code: text(), error: text() });

export type SurveyRow = SurveyedZone | ShapeValue<typeof unread>;

// What is not acted on may be of any number.
const counts = <Name extends string>() => entries(count) as Shape<Readonly<Record<Name, number>>>;

const summary = object({
  zones: count,
  failed: count,
  verdicts: counts<ZoneVerdict>(),
  findings: counts<SurveyedFinding['severity']>(),
  /** Calls to the API, with those for the list of zones. */
  calls: count,
  seconds: count,
});

export type SeverityCounts = Readonly<Record<SurveyedFinding['severity'], number>>;

/** A survey of zones, as `--json` prints it and `--out` saves it. */
const survey = object({
  version: word(1),
  surveyed_at: time,
  summary,
  /** In the order of their names. */
  zones: list(either(zone, unread, 'error')),
});

export type WafSurvey = ShapeValue<typeof survey>;

export const wafSurveyFile = new SurveyFile<WafSurvey, SurveyedZone>({
  command: 'waf survey',
  depth: 1,
  shape: survey,
  check: ({ zones }) =>
    repeatedIn(
      zones.map((each, at) => ({ value: each.zone_id, path: ['zones', at, 'zone_id'] })),
      'Keep one of them.',
    ),
});
