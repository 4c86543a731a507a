import type { JsonObject } from '../../ground/json';
import type { RequestLimit } from '../http/request-limit';
import { badControl, readControlObject, readNumber } from './control';
import type { Control } from './control';

/** The limit of calls in 5 minutes; each PUT restarts the count. */
export function limitControls(limit: RequestLimit): readonly Control[] {
  const shown = () => ({ requestsPer5Minutes: limit.requestsPer5Minutes });
  return [
    { method: 'GET', path: '/limits', handle: shown },
    {
      method: 'PUT',
      path: '/limits',
      handle: ({ bytes }) => {
        const value = readControlObject(bytes, ['requestsPer5Minutes']);
        limit.requestsPer5Minutes = readLimit(value);
        return shown();
      },
    },
  ];
}

function readLimit(value: JsonObject): number | null {
  if (value.requestsPer5Minutes === null) return null;
  const requests = readNumber(value, 'requestsPer5Minutes', 1, mostRequests);
  if (requests === undefined) throw badControl('requestsPer5Minutes: is required; null means no limit');
  return requests;
}

const mostRequests = 1_000_000;
