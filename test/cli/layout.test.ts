import { formatTable, wrapText } from '../../lib/cli/layout';

describe('a table', () => {
  it('aligns wide characters', () => {
    expect(
      formatTable([
        ['健康', 'a'],
        ['down', 'b'],
      ]),
    ).toEqual(['健康  a', 'down  b']);
  });

  it('shrinks the widest column to the width of the terminal, and aligns numbers to the right', () => {
    expect(
      formatTable(
        [
          ['NAME', 'COUNT'],
          ['one two three four five', '7'],
        ],
        { width: 20, rightAligned: [1] },
      ),
    ).toEqual(['NAME           COUNT', 'one two three      7', 'four five']);
  });

  it('keeps columns of names whole, even where others become narrow', () => {
    const rows = [['account_abuse_protection_events', 'Sign-ups, log-ins and other account events']];
    expect(formatTable(rows, { width: 50, unbroken: [0] })).toEqual([
      'account_abuse_protection_events  Sign-ups, log-ins',
      '                                 and other account',
      '                                 events',
    ]);
  });

  it('truncates nothing, however narrow the terminal is', () => {
    const cells = [
      'ops@example.com',
      'frankfurt-primary',
      '9a7806061c88ada191ed06f989cc3dac',
      '日本語'.repeat(9),
    ];
    for (let width = 1; width < 120; width += 1) {
      const text = formatTable(
        cells.map((cell) => [cell]),
        { width },
      ).join('');
      expect(text).toBe(cells.join(''));
    }
  });
});

describe('text', () => {
  it('breaks a word only when it is longer than a line', () => {
    expect(wrapText('one two, three', 8)).toEqual(['one two,', 'three']);
    expect(wrapText('ops@example.com', 12)).toEqual(['ops@example.', 'com']);
    expect(wrapText('abcdefghij', 8)).toEqual(['abcdefgh', 'ij']);
  });

  it.each([
    '/var/folders/x/edge-platform-demo-1.',
    './a/b-c-d-e',
    '~/a/b-c-d-e',
    String.raw`C:\Users\edge-platform-demo`,
    'https://one.example/b-c',
  ])('keeps %s whole, on a line of its own', (path) => {
    expect(wrapText(`It is in ${path} now`, 9)).toEqual(['It is in', path, 'now']);
  });

  it('is never wider than the line, also with wide characters', () => {
    const text =
      'ClientRequestHost == "日本語😀" and starts_with(ClientRequestPath, "/一二三四五六七八九十")';
    for (let width = 8; width < 100; width += 1)
      for (const line of wrapText(text, width))
        expect(line.length + (line.match(/[日本語一二三四五六七八九十]/gu) ?? []).length).toBeLessThanOrEqual(
          width,
        );
  });
});
