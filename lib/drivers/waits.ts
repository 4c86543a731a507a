import type { WaitReason, WaitSummary } from '../client';
import { groupedPlural } from '../ground/words';
import { warningAt, type Diagnostic } from '../schema';

export const noticeableWaitMs = 10_000;

const texts: Readonly<Record<WaitReason, string>> = {
  budget: 'request limit of this process',
  service_counter: 'request limit of the service',
  retry_after: 'pause that the service asked for (HTTP 429)',
  failure: 'failed calls that are repeated',
};

/** The reason why calls wait: `request limit of the service`, `failed calls that are repeated (HTTP 502)`. */
export function formatReason(reason: WaitReason, cause?: string): string {
  return cause === undefined ? texts[reason] : `${texts[reason]} (${cause})`;
}

export function formatWait(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

/** A warning about all waits of a process; undefined where they are not noticeable. */
export function warnOfWaits({ waitedMs, calls, reasons }: WaitSummary): Diagnostic | undefined {
  if (waitedMs < noticeableWaitMs) return undefined;
  const isLimited = reasons.some((reason) => reason !== 'failure');
  const count = groupedPlural(calls, 'call');
  return warningAt(
    [],
    'Waited for the API',
    `${count} waited, for ${formatWait(waitedMs)} in total. Reasons: ${reasons.map((each) => formatReason(each)).join('; ')}.` +
      (isLimited
        ? ' The service accepts 1,200 requests per 5 minutes from all credentials of a user together. To wait less, run ' +
          'fewer programs at the same time, or split the stack.'
        : ''),
  );
}
