import { isApiError, mayHaveBeenApplied, type ApiError } from '../client';
import { DiagnosticError, type Diagnostic } from '../schema';

/**
 * Sends a write; what the service refuses is reported at the attributes that `explain` finds it to be about. Any other
 * error, and one that may have been applied all the same, is thrown as it is.
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
