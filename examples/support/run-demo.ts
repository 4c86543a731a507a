import { messageOf } from '../../lib/ground/words';

/** Runs a demo, and reports its failure. */
export function runDemo(demo: () => Promise<void>): void {
  demo().catch((error: unknown) => {
    process.stderr.write(`\ndemo: failed: ${messageOf(error)}\n`);
    process.exitCode = 1;
  });
}
