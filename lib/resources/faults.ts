import type { Diagnostic, Path } from '../schema';
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
  const found: Fault[] = [];
  for (const fault of faults) {
    const at = found.findIndex((each) => !isWrong(fault) && each.kind === fault.kind);
    const before = found[at];
    if (before === undefined) found.push(fault);
    else if (!before.message.includes(fault.message))
      found[at] = { ...before, message: `${before.message}\n${fault.message}` };
  }
  return found;
}
