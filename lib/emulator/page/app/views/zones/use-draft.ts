import { useState } from 'preact/hooks';
import type { ManagedRule, ZoneDetail } from '../../../model/zones';

type Rules = readonly ManagedRule[];

export interface Draft {
  /** The rules with the adjustments. */
  readonly rules: Rules;
  readonly isChanged: boolean;
  /** Whether the rules of the zone are others than when the adjusting began. */
  readonly isOutdated: boolean;
  readonly change: (to: (rules: Rules) => Rules) => void;
  readonly discard: () => void;
}

/** Props of components that show or change a draft. */
export interface DraftProps {
  readonly zone: ZoneDetail;
  readonly draft: Draft;
}

/** Adjustments that are not saved outlive the visit of another part of the page, and failed calls. */
const drafts = new Map<string, { readonly base: string; readonly rules: Rules }>();

export function useDraft({ id, stage, rules }: ZoneDetail): Draft {
  const [, setRevision] = useState(0);
  const key = `${id} ${stage}`;
  const kept = drafts.get(key);
  const base = JSON.stringify(rules);
  const update = (change: () => void) => {
    change();
    setRevision((revision) => revision + 1);
  };
  return {
    rules: kept?.rules ?? rules,
    isChanged: kept !== undefined,
    isOutdated: kept !== undefined && kept.base !== base,
    change: (to) =>
      update(() => {
        const before = drafts.get(key);
        const next = to(before?.rules ?? rules);
        if (JSON.stringify(next) === base) drafts.delete(key);
        else drafts.set(key, { base: before?.base ?? base, rules: next });
      }),
    discard: () => update(() => drafts.delete(key)),
  };
}
