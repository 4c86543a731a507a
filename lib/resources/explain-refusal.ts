import { isApiError, mayHaveBeenApplied, type ApiError } from '../client';
import { DiagnosticError, type Diagnostic } from '../schema';

/**
 * Sends a write. If the API refuses it, throws the diagnostics from `explain`, which name the attributes. Rethrows any
 * other error, and the error of a write that may have been applied.
 */
export async function explainRefusal<T>(
  write: () => Promise<T>,
  explain: (error: ApiError) => readonly Diagnostic[],
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const diagnostics = isApiError(error) && !mayHaveBeenApplied(error) ? explain(error) : [];
    if (diagnostics.length === 0) throw error;
    throw new DiagnosticError(diagnostics, { cause: error });
  }
}
