import { failed, runCommandLine } from './program';

// Node.js would end with 1, which is the answer "no" here.
process.on('uncaughtException', (error) => {
  process.stderr.write(`edge-platform: ${error.stack ?? error.message}\n`);
  process.exit(failed);
});

void runCommandLine(process.argv);
