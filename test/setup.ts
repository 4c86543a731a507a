// A test that hangs still ends. One that only is slow, on a machine that is busy, is not at fault.
jest.setTimeout(30_000);
