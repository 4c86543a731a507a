import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../../../ground/words';
import { control } from '../../api';
import type { Judgement, ManagedRule, ZoneDetail } from '../../../model/zones';

export interface JudgementState {
  /** Of the newest rules that were judged; undefined until the first reply. */
  readonly judgement?: Judgement;
  readonly error?: string;
}

/** What the emulator finds about rules as they are adjusted, without saving them. */
export function useJudgement(zone: ZoneDetail, rules: readonly ManagedRule[]): JudgementState {
  const [state, setState] = useState<JudgementState>({});
  const body = JSON.stringify(rules);
  useEffect(() => {
    let isNewest = true;
    control('POST', `/zones/${zone.id}/waf-findings`, { rules }).then(
      (judgement) => {
        if (isNewest) setState({ judgement: judgement as Judgement });
      },
      (error: unknown) => {
        if (isNewest)
          setState((before) => ({
            ...before,
            error: messageOf(error),
          }));
      },
    );
    return () => {
      isNewest = false;
    };
    // The previous WAF may have changed too: then the zone was read again.
  }, [body, zone]);
  return state;
}
