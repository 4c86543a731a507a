import type { FindingKind } from '../../ground/findings';
import { describeDeployed } from '../deployment';
import { enumerate, type TextLimits } from '../prose';
import { rulesetName, type WrittenRule } from '../rule-parts';

/** `error`: protection is lower, or different; somebody has to accept that. `warning`: somebody should know. `info`: no protection is lost. */
export type Severity = 'error' | 'warning' | 'info';

export interface Parts {
  /** The usual one: that of a finding may be lower. */
  readonly severity: string;
  readonly meaning: string;
  /** The text without the objects: `2 page rules detached from the WAF`. */
  readonly head: (count: number) => string;
}

type Kind<Data> = FindingKind<{ readonly severity: Severity } & Readonly<Data>, TextLimits, string>;

/** Kinds whose text is one line, without a full stop: the head, a place, and the objects. */
export function listing<Data>(
  itemsOf: (finding: Data, limits: TextLimits) => readonly string[],
  placeOf: (finding: Data) => string = () => '',
) {
  return <P extends Parts>(parts: P): P & Kind<Data> => ({
    ...parts,
    describe: (finding, limits) => {
      const items = itemsOf(finding, limits);
      const separator = items.some((item) => item.includes(', ')) ? '; ' : ', ';
      const list = enumerate(items, limits.most, separator);
      const head = parts.head(items.length);
      return list === '' ? head : `${head}${placeOf(finding)}: ${list}`;
    },
  });
}

export const ofRulesets = listing<{ rulesets: readonly string[] }>(({ rulesets }) =>
  rulesets.map(rulesetName),
);

export const ofRules = listing<{ rules: readonly WrittenRule[] }>(({ rules }, limits) =>
  rules.map((each) => describeDeployed(each, limits)),
);
