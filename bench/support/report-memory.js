// Loaded by `node --require` into the plugin: appends its peak memory in MB to the file that BENCH_MEMORY names, at its exit.
const { appendFileSync } = require('node:fs');
process.once('exit', () => {
  appendFileSync(process.env.BENCH_MEMORY, `${process.resourceUsage().maxRSS / 1024}\n`);
});
