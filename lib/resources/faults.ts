import { errorAt, type Diagnostic, type Path } from '../schema';
import type { Fault } from '../logs';

/** Diagnostics at the attribute for the faults that `lib/logs` finds in its value. */
export function faultDiagnostics(path: Path, summary: string, faults: readonly Fault[]): Diagnostic[] {
  return faults.map(({ message, position }) => {
    const place = position === undefined ? '' : ` (line ${position.line}, column ${position.column})`;
    return errorAt(path, summary, message.includes(place) ? message : `${message}${place}`);
  });
}
