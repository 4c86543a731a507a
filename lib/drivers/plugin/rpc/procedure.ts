import type { Session } from '../session';
import type { Stream, StreamingName } from '../wire/service';
import type { Messages, UnaryName } from '../wire/shapes';

export type Procedure<Name extends UnaryName, Result = Messages[`${Name}Response`]> = <S>(
  session: Session<S>,
  request: Messages[`${Name}Request`],
) => Result | Promise<Result>;

/** Writes the messages of a method with a stream, and returns the warnings and errors that are left. */
export type StreamingProcedure<Name extends StreamingName> = <S>(
  session: Session<S>,
  request: Messages[`${Name}Request`],
  stream: Stream<Messages[`${Name}Event`]>,
) => Promise<readonly Messages['Diagnostic'][]>;
