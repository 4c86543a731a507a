import { once } from 'node:events';
import { runProgram, startProgram } from '../../lib/ground/program';

const run = (code: string, options = {}) => runProgram(process.execPath, ['-e', code], options);

describe('a program', () => {
  it('ends with an exit status, and has written to stdout and stderr', async () => {
    const code = "console.log('é'); console.error('no'); process.exitCode = 3";
    const { output, ...ended } = await run(code);
    expect(ended).toEqual({ code: 3, stdout: 'é\n', stderr: 'no\n' });
    // Two pipes: either may come first.
    expect(output.split('\n').sort()).toEqual(['no', 'é']);
  });

  it('runs in its folder, with its environment and nothing on stdin', async () => {
    const code = 'process.stdin.resume().on("end", () => console.log(process.cwd(), process.env.NAME))';
    const { output } = await run(code, { cwd: '/', env: { NAME: 'value' } });
    expect(output).toBe('/ value');
  });

  it('runs as a command line of the shell', async () => {
    expect(await runProgram('exit 4', [], { shell: true })).toMatchObject({ code: 4 });
  });

  it('has the exit status -1 where a signal ends it, such as that of its time limit', async () => {
    const { child, finished } = startProgram(process.execPath, [
      '-e',
      'console.log(1); setInterval(Date, 1000)',
    ]);
    await once(child.stdout ?? child, 'data');
    child.kill();
    expect(await finished).toMatchObject({ code: -1, stdout: '1\n' });

    const slow = startProgram(process.execPath, ['-e', 'setInterval(Date, 1000)'], { timeoutMs: 10 });
    expect(await slow.finished).toMatchObject({ code: -1 });
    expect(slow.child.killed).toBe(true);
  });

  it('fails where it cannot be started', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
    const before = timers();
    const missing = runProgram('/nowhere/program', [], { timeoutMs: 3_600_000 });
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
    expect(timers()).toBe(before);
  });
});
