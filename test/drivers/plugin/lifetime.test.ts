import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isRunning } from '../../../lib/drivers/plugin/serve';

describe('a process', () => {
  it('runs until it has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    expect(isRunning(pid)).toBe(true);
    child.stdin.end();
    await once(child, 'exit');
    expect(isRunning(pid)).toBe(false);
  });

  it('runs if another user has started it', () => {
    expect(isRunning(1)).toBe(true);
  });
});
