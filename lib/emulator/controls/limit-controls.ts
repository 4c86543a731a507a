import type { RequestLimit } from '../http/request-limit';
import { wholeNumber } from '../schema/values';
import { badControl, control, readControl, type Control } from './control';

/** The limit of calls in 5 minutes; each PUT restarts the count. */
export function limitControls(limit: RequestLimit): readonly Control[] {
  const shown = () => ({ requestsPer5Minutes: limit.requestsPer5Minutes });
  return [
    control.get('/limits', shown),
    control.put('/limits', ({ bytes }) => {
      const { requestsPer5Minutes } = readControl(bytes, { requestsPer5Minutes: requests });
      limit.requestsPer5Minutes = requestsPer5Minutes;
      return shown();
    }),
  ];
}

const requests = wholeNumber(1, 1_000_000)
  .orNull()
  .required(() => badControl('requestsPer5Minutes: is required; null means no limit'));
