/** What ends a program: Ctrl-C, a request, and the end of its terminal. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves at the first of these, after which a program ends in good order. A second one ends it as usual. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const each of endings) process.off(each, stop);
      resolve();
    };
    for (const each of endings) process.on(each, stop);
  });
}
