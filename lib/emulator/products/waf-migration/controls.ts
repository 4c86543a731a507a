import { control, readControl, type Control } from '../../controls/control';
import { wholeNumber } from '../../schema/values';
import type { Stages } from './stages';

/** The duration of a cutover, in which a zone has both WAFs; a change applies to cutovers that begin later. */
export function cutoverControls(stages: Stages): readonly Control[] {
  const shown = () => ({ ms: stages.cutoverMs });
  return [
    control.get(path, shown),
    control.put(path, ({ bytes }) => {
      stages.cutoverMs = readControl(bytes, { ms: wholeNumber(0, longestMs).readAs() }).ms;
      return shown();
    }),
  ];
}

const path = '/waf-cutover';

const longestMs = 86_400_000;
