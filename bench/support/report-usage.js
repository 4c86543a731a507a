// Loaded by `node --require` into every contender: reports on stderr what the process used until its first line on stdout.
const { write } = process.stdout;
process.stdout.write = function (...args) {
  process.stdout.write = write;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.stderr.write(
    `usage ${JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 })}\n`,
  );
  return write.apply(this, args);
};
