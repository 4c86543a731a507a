import type { Diagnostic } from '../../../schema';
import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import type { StreamedAnswer } from '../wire/service';
import { decodeObject } from '../wire/value';

/** Runs an action. Its progress is shown at once; returns its warnings and errors. */
export function invokeAction<S>(session: Session<S>): StreamedAnswer<'InvokeAction'> {
  return async ({ actionType, config }, { write, signal }) => {
    const { contract, invoke } = session.action(actionType);
    const { attributes } = contract;
    const diagnostics: Diagnostic[] = [];
    try {
      await invoke(decodeObject(attributes, config) ?? {}, {
        ...session.reading(),
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
}
