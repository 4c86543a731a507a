import { parseJson } from '../../http/body';
import { badControl } from '../../controls/control';
import type { Control } from '../../controls/control';
import { isInteger, isObject, unknownKey } from '../../shape';
import type { Stages } from './stages';

/** How long a zone has both WAFs after its migration was saved; it holds for hand-overs that begin after it. */
export function handoverSwitch(stages: Stages): readonly Control[] {
  const shown = () => ({ ms: stages.handoverMs });
  return [
    { method: 'GET', path: '/waf-handover', handle: shown },
    {
      method: 'PUT',
      path: '/waf-handover',
      handle: ({ bytes }) => {
        const order = parseJson(bytes);
        if (!isObject(order)) throw badControl('the body must be a JSON object');
        const stranger = unknownKey(order, ['ms']);
        if (stranger !== undefined) throw badControl(`${stranger}: is not known; known is ms`);
        const { ms } = order;
        if (!isInteger(ms) || ms < 0 || ms > longestMs)
          throw badControl(`ms: must be an integer from 0 to ${longestMs}`);
        stages.handoverMs = ms;
        return shown();
      },
    },
  ];
}

const longestMs = 86_400_000;
