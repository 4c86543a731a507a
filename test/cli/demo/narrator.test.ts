import type { WriteStream } from 'node:tty';
import { stackCode } from '../../../lib/cli/demo/stack';
import { Narrator } from '../../../lib/cli/demo/narrator';

function narrate(terminal: object): string {
  let text = '';
  const output = { ...terminal, write: (piece: string) => (text += piece) };
  const narrator = new Narrator(output as unknown as WriteStream);
  narrator.say('Token read from the bucket');
  narrator.list(['the long item']);
  narrator.quote('{"quoted":"text"}');
  // oxlint-disable-next-line no-control-regex -- the colors of a terminal
  return text.replaceAll(/\u001B\[\d+m/g, '');
}

describe('what a demo prints', () => {
  it('is as wide as the terminal, broken between words', () => {
    expect(narrate({ isTTY: true, columns: 14 }).split('\n')).toEqual([
      ...['   Token read', '   from the', '   bucket'],
      ...['   - the long', '     item'],
      ...['   │ {"quoted"', '   │ :"text"}', ''],
    ]);
  });

  it('has the stack in whole lines at 80 columns', () => {
    // The bar and its indent.
    for (const line of stackCode().split('\n')) expect(line.length).toBeLessThanOrEqual(75);
  });

  it('has whole lines in a file', () => {
    expect(narrate({ isTTY: false })).toBe(
      '   Token read from the bucket\n   - the long item\n   │ {"quoted":"text"}\n',
    );
  });
});
