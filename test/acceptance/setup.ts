import '../setup';

/** Real terraform starts a process for each command: a whole story takes longer than a unit test may. */
jest.setTimeout(600_000);
