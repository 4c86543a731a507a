import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../lib/emulator';
import { setEnvironment } from '../cli/support';
import { command } from './table';
import { makeFolder } from '../support/folder';

/** What command lines name: an emulator, whose variables are set before each test, files, and a port that is taken. */
export interface World {
  readonly emulator: Emulator;
  readonly folder: string;
  readonly takenPort: string;
}

/** Makes a world for the tests of a file. It is there when they run. */
export function useWorld(): () => World {
  let world: World | undefined;
  let server: Server;
  const get = () => {
    if (world === undefined) throw new Error('the tests of the file have not begun');
    return world;
  };
  beforeAll(async () => {
    const folder = makeFolder();
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const takenPort = String(typeof address === 'object' ? address?.port : '');
    world = { folder, takenPort, emulator: await startEmulator({ port: 0 }) };
    writeFiles(folder);
  });
  afterAll(async () => {
    server.close();
    await get().emulator.close();
    rmSync(get().folder, { recursive: true });
  });
  beforeEach(() => {
    const { url, token } = get().emulator;
    setEnvironment({ EDGE_BASE_URL: url, EDGE_API_TOKEN: token });
  });
  return get;
}

function writeFiles(folder: string): void {
  for (const name of ['empty', 'broken', 'others']) mkdirSync(join(folder, name));
  const files = {
    'broken/main.tf': 'resource "cloudflare_logpush_job" "a" {\n',
    'others/main.tf': 'resource "aws_instance" "a" {}\n',
    'package.json': '{"name":"mine"}',
    'broken.json': '{',
    'zone.json': '{"accounts":[],"zones":[{"id":"x","name":"a.example"}]}',
    'zones.txt': 'example.com, example.org\r\n',
    'lines.ndjson': '{"BotScore":1}\n',
    'text.ndjson': 'hello\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** A command line with paths, which are known when it runs. */
export const run = (parameters: () => string[]) => () => command(...parameters())();
