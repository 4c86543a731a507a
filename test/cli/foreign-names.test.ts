import { join } from 'node:path';
import type { Fixture } from '../../lib/emulator';
import { accountId } from '../emulator/support';
import { makeFolder, readFiles } from '../support/folder';
import { history } from './import/world';
import { serve } from './serve';
import { runInProcess } from './support';
import { ids, zones } from './waf/zones';

/** A title for the window, a cleared screen in 8 bits, a line of its own, and text that runs backwards. */
const ending = ' \u001b]0;title\u0007\u009b2J\nFORGED\n\r\u202egnp';

const named = new Set(['name', 'description', 'notes']);

/** What names and describes things, with that ending; names of zones are domain names. */
function withEndings(value: unknown, isNamed = true): unknown {
  if (Array.isArray(value)) return value.map((each) => withEndings(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => {
      if (key === 'zones') return [key, (member as unknown[]).map((zone) => withEndings(zone, false))];
      const isText = typeof member === 'string' && isNamed && named.has(key);
      return [key, isText ? member + ending : isKept(key) ? member : withEndings(member)];
    }),
  );
}

/** Whose names the service checks. */
const isKept = (key: string) =>
  ['jobs', 'pools', 'request_fields', 'transformed_request_fields', 'rulesets'].includes(key);

const fixture = withEndings({ ...history, zones: [...(history.zones ?? []), ...zones] }) as Fixture;

describe('names and descriptions from the service', () => {
  const folder = makeFolder();
  beforeAll(() => serve(fixture));

  it.each(
    [
      ...[[], ['--all'], ['--csv'], ['--json'], ['--html', join(folder, 'pools.html')]].map((more) => [
        'pools',
        'audit',
        '-a',
        accountId,
        ...more,
      ]),
      ...[[], ['--csv'], ['--json']].map((more) => ['pools', 'survey', '--all', ...more]),
      ['waf', 'check', '-z', ids.messy],
      ['waf', 'check', '-z', ids.messy, '--json'],
      ...[[], ['--csv'], ['--json']].map((more) => [
        'waf',
        'check',
        ...Object.values(ids).flatMap((id) => ['-z', id]),
        ...more,
      ]),
      ...[[], ['--details'], ['--csv'], ['--json']].map((more) => ['waf', 'survey', '--all', ...more]),
      ...[[], ['--all'], ['--json'], ['--html', join(folder, 'waf.html')]].map((more) => [
        'waf',
        'report',
        '-z',
        ids.messy,
        ...more,
      ]),
      ['waf', 'review', '-z', ids.validation],
      ['logs', 'preview', '-z', 'none'],
      ['pools', 'audit', '-a', 'none\u001b[2J\u202e'],
      ['import', '--account', accountId, '-o', join(folder, 'project')],
      ['import', '--account', accountId, '-o', join(folder, 'hcl'), '--language', 'hcl'],
    ].map((parameters) => ({ parameters })),
  )('command nothing in the output of $parameters', async ({ parameters }) => {
    const { stdout, stderr } = await runInProcess(undefined, ...parameters);
    for (const text of [stdout, stderr]) {
      expect(text.replaceAll('\r\n', '\n')).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u);
      expect(text).not.toMatch(/^FORGED$/m);
    }
    expect(stdout + stderr).not.toBe('');
  });

  it('are those names still in JSON', async () => {
    const { stdout } = await runInProcess(undefined, 'pools', 'audit', '-a', accountId, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ account_name: `Example account${ending}` });
  });

  it('command nothing in a page, nor in a file of a project', async () => {
    const at = (name: string) => join(folder, name);
    for (const [domain, project, names] of [
      ['pools', 'policies', []],
      ['waf', 'waves', ['--canary', '1', '--size', '1']],
    ] as const) {
      await runInProcess(undefined, domain, 'survey', '--all', '--out', at(`${domain}.json`));
      const parameters = [domain, project, '--from', at(`${domain}.json`), '--out', at(project), ...names];
      expect(await runInProcess(undefined, ...parameters)).toMatchObject({ status: 0, stderr: '' });
    }
    const texts = readFiles(folder);
    expect(texts.size).toBeGreaterThan(30);
    for (const [name, text] of texts)
      expect([name, text]).toEqual([name, expect.not.stringMatching(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)]);
  });
});
