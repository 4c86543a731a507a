/** The message of the error that a call throws. Fails where it throws none. */
export function messageOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
  throw new Error('it does not fail');
}
