import type { Diagnostic, Path } from '../schema';
import { getOrAdd } from '../ground/remember';
import { isWrong, type Fault, type FaultKind } from '../logs';

/** The headline of a warning: it says what kind of fault there is, so that Terraform groups them. */
const headlines: Readonly<Record<FaultKind, string>> = {
  unknown: 'unknown to this version',
  retired: 'retired by the service',
  constant: 'with a condition that decides nothing',
  without_effect: 'without effect',
};

/** Diagnostics at the attribute for the faults that `lib/logs` finds in its value: errors for what is known to be wrong. */
export function faultDiagnostics(path: Path, summary: string, faults: readonly Fault[]): Diagnostic[] {
  return merged(faults).map((fault) => {
    const { message, position, kind, isAnswered } = fault;
    const place = position === undefined ? '' : ` (line ${position.line}, column ${position.column})`;
    return {
      severity: isWrong(fault) ? 'error' : 'warning',
      summary: kind === undefined ? summary : `${summary} ${headlines[kind]}`,
      detail: message.includes(place) ? message : `${message}${place}`,
      path,
      ...(isAnswered === true && { isAnswered }),
    };
  });
}

/** The faults of one kind that are no errors, as one. */
function merged(faults: readonly Fault[]): readonly Fault[] {
  const messages = new Map<FaultKind, string[]>();
  for (const { kind, message } of faults)
    if (kind !== undefined) getOrAdd(messages, kind, () => []).push(message);
  return faults.flatMap((fault) => {
    if (isWrong(fault) || fault.kind === undefined) return [fault];
    const all = messages.get(fault.kind);
    messages.delete(fault.kind);
    return all === undefined ? [] : [{ ...fault, message: sentencesOf(all) }];
  });
}

/** Joins messages, a line for each: those of several names are one sentence. */
function sentencesOf(messages: readonly string[]): string {
  const names = new Map<string, string[]>();
  for (const message of new Set(messages)) {
    const [, name = '', rest = message] = /^("[^"]*") (is not among .*)$/s.exec(message) ?? [];
    getOrAdd(names, rest, () => []).push(name);
  }
  return [...names]
    .map(([rest, all]) =>
      all.length === 1
        ? `${all[0] ?? ''} ${rest}`.trim()
        : `${all.join(', ')} ${rest.replace(/^is/, 'are').replace('added it since', 'added them since')}`,
    )
    .join('\n');
}
