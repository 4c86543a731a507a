import { plural } from '../../../ground/words';
import type { LeftOut } from './fixture-of-state';

/** Comment lines for a terminal: what was assumed, and what is not in the world, by reason. */
export function formatWorld({
  leftOut,
  assumed,
}: {
  readonly leftOut: readonly LeftOut[];
  readonly assumed: readonly string[];
}): string[] {
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))];
  const addressesOf = (reason: string) =>
    leftOut.flatMap((each) => (each.reason === reason ? [`    ${each.address}`] : []));
  const lines = [
    ...assumed,
    ...(leftOut.length === 0 ? [] : [`Not in the world: ${plural(leftOut.length, 'resource')} of the state`]),
    ...reasons.flatMap((reason) => [`- ${reason}:`, ...addressesOf(reason)]),
  ];
  return lines.map((line) => `# ${line}`);
}
