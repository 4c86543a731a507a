import type { Diagnostic } from '../../../schema';
import { encodeDiagnostics } from '../wire/diagnostic';
import { decodeObject } from '../wire/value';
import type { StreamingProcedure } from './procedure';

/** Runs an action. Its progress is shown at once; returns its warnings and errors. */
export const invokeAction: StreamingProcedure<'InvokeAction'> = async (
  session,
  { actionType, config },
  { write, signal },
) => {
  const { contract, invoke } = session.action(actionType);
  const { attributes } = contract;
  const diagnostics: Diagnostic[] = [];
  try {
    await invoke(decodeObject(attributes, config) ?? {}, {
      ...session.readContext(),
      signal: AbortSignal.any([signal, session.signal]),
      warn: (diagnostic) => void diagnostics.push(diagnostic),
      progress: (message) => {
        session.log.write('info', message);
        void write({ progress: { message } });
      },
    });
  } catch (error) {
    diagnostics.push(...session.explain(error));
  }
  return encodeDiagnostics(attributes, diagnostics);
};
