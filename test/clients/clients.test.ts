import { startEmulator, type Emulator } from '../../lib/emulator';
import { listProducts } from '../../lib/emulator/list-products';
import { openWorld } from '../emulator/world-of';
import { Driver } from './driver';
import { sdks } from './install';
import { stories, withoutSdk, type Story } from './operations';
import { play, type Played } from './play';
import { findTypeFaults } from './typescript-types';
import { clientsWorld } from './world';

const minute = 60_000;

describe.each(sdks)('the $name SDK', ({ name, program }) => {
  if (typeof program === 'string') {
    it.skip(`makes no call: ${program}`, () => undefined);
    return;
  }
  let emulator: Emulator;
  let driver: Driver;
  const played = new Map<string, Played>();

  beforeAll(async () => {
    emulator = await startEmulator({ fixture: clientsWorld });
    driver = new Driver(program);
  });
  afterAll(async () => {
    await driver.close();
    await emulator.close();
    const all = [...played.values()];
    const [made, failed] = [all.flatMap((one) => one.made), all.flatMap((one) => one.failures)];
    process.stdout.write(`${name}: ${made.length - failed.length} of ${made.length} calls\n`);
  });

  /** A story is played once, by the first test that asks for it. */
  const playOnce = async (story: Story): Promise<Played> => {
    const [title] = story;
    const result = played.get(title) ?? (await play(story, emulator, driver));
    played.set(title, result);
    return result;
  };
  const playAll = async (): Promise<readonly Played[]> => {
    const all: Played[] = [];
    for (const story of stories) all.push(await playOnce(story));
    return all;
  };

  it.each(stories)(
    'makes the calls of %s',
    async (...story) => {
      expect((await playOnce(story)).failures).toEqual([]);
    },
    minute,
  );

  it(
    'calls every operation of the emulator, but for those that no SDK has',
    async () => {
      const received = (await playAll()).flatMap((one) => one.received);
      const isCalled = ({ method, path }: { readonly method: string; readonly path: string }) => {
        const pattern = new RegExp(`^/client/v4${path.replace(/:\w+/g, '[^/]+')}$`);
        return received.some((call) => call.method === method && pattern.test(call.path));
      };
      const missing = listProducts(await openWorld())
        .flatMap(({ routes = [] }) => routes)
        .filter((route) => !isCalled(route))
        .map(({ method, path }) => `${method} ${path}`);
      expect(missing.sort()).toEqual([...withoutSdk].sort());
    },
    3 * minute,
  );

  if (name === 'TypeScript')
    it(
      'has types for what these calls send and get',
      async () => {
        const made = (await playAll()).flatMap((one) => one.made);
        expect(findTypeFaults(program.folder, made)).toEqual([]);
      },
      4 * minute,
    );
});
