import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../lib/emulator';
import { setEnvironment } from '../cli/support';
import { afterTest } from '../support/after-test';
import { makeFolder, writeFiles } from '../support/folder';
import { command } from './table';

/** What command lines name: an emulator, whose variables are set before each test, and files. */
export interface World {
  readonly emulator: Emulator;
  readonly folder: string;
}

/** Makes a world for the tests of a file. It is there when they run. */
export function useWorld(): () => World {
  let world: World | undefined;
  const get = () => {
    if (world === undefined) throw new Error('the tests of the file have not begun');
    return world;
  };
  beforeAll(async () => {
    const folder = makeFolder();
    writeFiles(folder, files);
    mkdirSync(join(folder, 'empty'));
    const emulator = await startEmulator({ port: 0 });
    afterTest(() => emulator.close());
    world = { folder, emulator };
  });
  beforeEach(() => {
    const { url, token } = get().emulator;
    setEnvironment({ EDGE_BASE_URL: url, EDGE_API_TOKEN: token });
  });
  return get;
}

const files = {
  'broken/main.tf': 'resource "cloudflare_logpush_job" "a" {\n',
  'others/main.tf': 'resource "aws_instance" "a" {}\n',
  'package.json': '{"name":"mine"}',
  'broken.json': '{',
  'zone.json': '{"accounts":[],"zones":[{"id":"x","name":"a.example"}]}',
  'lines.ndjson': '{"BotScore":1}\n',
};

/** A command line with paths, which are known when it runs. */
export const run = (parameters: () => string[]) => () => command(...parameters())();
