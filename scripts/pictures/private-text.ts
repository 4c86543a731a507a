import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { root } from './root';

/** Throws if text names this machine, its user or a folder of it. */
export function refusePrivateText(text: string): void {
  const { username } = userInfo();
  const names = [root, homedir(), tmpdir(), hostname(), ...(username === 'root' ? [] : [username])];
  const found = names.find((name) => name.length > 2 && text.includes(name));
  if (found !== undefined)
    throw new Error(`The recording contains "${found}", which belongs to this machine.`);
}
