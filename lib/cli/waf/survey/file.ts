import { SurveyFile } from '../../fleet/survey-file';
import type { WafSurvey } from './survey';
import type { SurveyedZone } from './zone';

/** The file of `waf survey --out`. */
export const wafSurveyFile = new SurveyFile<WafSurvey, SurveyedZone>({
  command: 'waf survey',
  print: printSurvey,
  isSurvey: ({ zones }) => Array.isArray(zones),
});

/** One line for each zone, so that a diff of two surveys shows the zones that changed. */
export function printSurvey({ zones, ...head }: WafSurvey): string {
  const members = Object.entries(head).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const lines = zones.map((zone) => `    ${JSON.stringify(zone)}`).join(',\n');
  return `{\n${members.join(',\n')},\n  "zones": ${zones.length === 0 ? '[]' : `[\n${lines}\n  ]`}\n}\n`;
}
