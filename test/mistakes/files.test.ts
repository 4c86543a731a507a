import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFile } from '../../lib/cli/files';
import { linesOf } from '../../lib/cli/lines';
import { gunzipped } from '../../lib/cli/gunzip';
import { decodeText } from '../../lib/ground/decode-text';
import { readFixture } from '../../lib/emulator/fixture/seed-fixture';
import { readState } from '../../lib/terraform/state';
import { command, tellMistakes } from './table';
import { run, useWorld } from './world';
import { makeFolder } from '../support/folder';

const world = useWorld();
const at = (name: string) => join(world().folder, name);
const survey = (out: () => string) => run(() => ['waf', 'survey', '--zone', 'example.com', '--out', out()]);
/** What the system says of a file that is written. Root may write everywhere, and no test may fill a disk. */
const refusedBySystem = (code: string) => () =>
  createFile(at('new.json'), () =>
    Promise.reject(Object.assign(new Error(code), { code, syscall: 'write' })),
  );

describe('a file of an option', () => {
  tellMistakes({
    'a folder as the file of a survey': [
      survey(() => world().folder),
      '--out:  … test- … it is a folder … Name a file',
    ],
    'a survey below a file': [
      survey(() => at('package.json/survey.json')),
      '--out:  … package.json/survey.json … it is a file, or below one … Name a folder',
    ],
    'a folder as the file of an audit': [
      run(() => ['pools', 'audit', '--account', 'Example Inc', '--out', world().folder]),
      '--out:  … test- … it is a folder … Name a file',
    ],
    'a folder as a page': [
      run(() => ['waf', 'report', '--zone', 'example.com', '--html', world().folder]),
      '--html:  … test- … it is a folder … Name a file',
    ],
    'a folder as events': [
      run(() => ['waf', 'review', '--zone', 'example.com', '--events', world().folder]),
      '--events … test- … it is a folder … Name a file',
    ],
    'a disk that is full': [
      refusedBySystem('ENOSPC'),
      'new.json … cannot be written … the disk is full … Free some space',
    ],
    'a folder that is not theirs': [
      refusedBySystem('EACCES'),
      'new.json … cannot be written … its permissions do not let you write … name another path',
    ],
    'a disk that is read-only': [
      refusedBySystem('EROFS'),
      'new.json … cannot be written … its file system is read-only … Name another path',
    ],
  });
});

describe.each([
  ['UTF-8 with its mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 of the other order', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
])('what PowerShell writes as %s', (_, encode) => {
  let folder: string;
  beforeAll(() => (folder = makeFolder()));
  const file = (content: string) => {
    const path = join(folder, 'written');
    writeFileSync(path, encode(content));
    return path;
  };

  it('is read as the same text', () => {
    expect(decodeText(encode('{"name":"Zürich"}'))).toBe('{"name":"Zürich"}');
  });

  it('is read as a fixture, a state and a list of zones', async () => {
    expect(readFixture(file('{"accounts":[]}'))).toEqual({ accounts: [] });
    expect(await readState(file('{"version":4,"resources":[]}'), '--state')).toEqual([]);
    const said = await command('waf', 'survey', '--zones', file('exmple.com\r\n'))().catch(String);
    expect(said).toContain('Did you mean "example.com"?');
  });

  it('is read as lines, in pieces of any size', async () => {
    const bytes = encode('{"a":"Zürich"}\r\n{"b":2}\r\n');
    const pieces = async function* () {
      for (const [index] of bytes.entries()) {
        yield bytes.subarray(index, index + 1);
        await Promise.resolve();
      }
    };
    const lines: (string | undefined)[] = [];
    for await (const line of linesOf(gunzipped(pieces()))) lines.push(line?.trim());
    expect(lines).toEqual(['{"a":"Zürich"}', '{"b":2}']);
  });

  it('is previewed', async () => {
    const filter = '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":"500"}}';
    const path = file('{"EdgeResponseStatus":503}\r\n{"EdgeResponseStatus":200}\r\n');
    const said = await command('logs', 'preview', '--filter', filter, path)().catch(String);
    expect(said).toMatch(/2 lines/);
  });
});
