import type { Diagnostic, Path } from '../schema';
import { getOrAdd } from '../ground/remember';
import { isWrong, type Fault, type FaultKind } from '../logs';
import { placedMessage } from '../logs/fault';

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
    const { kind, isAnswered } = fault;
    return {
      severity: isWrong(fault) ? 'error' : 'warning',
      summary: kind === undefined ? summary : `${summary} ${headlines[kind]}`,
      detail: placedMessage(fault),
      path,
      ...(isAnswered === true && { isAnswered }),
    };
  });
}

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

/** Joins messages, a line for each. Those that say the same of several names have one line. */
function sentencesOf(messages: readonly string[]): string {
  const subjects = new Map<string, string[]>();
  for (const message of new Set(messages)) {
    const [, name, predicate] = /^("[^"]*") (is .*)$/s.exec(message) ?? [];
    const names = getOrAdd(subjects, predicate ?? message, () => []);
    if (name !== undefined) names.push(name);
  }
  return [...subjects]
    .map(([predicate, names]) =>
      names.length > 1 ? `${names.join(', ')}: each ${predicate}` : [...names, predicate].join(' '),
    )
    .join('\n');
}
