// JSON.parse of every line of a file and nothing else: the least that anything pays that parses lines.
import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';

const file = openSync(process.argv[2]);
const block = Buffer.allocUnsafeSlow(1 << 20);
let length = 0;
let lines = 0;
for (;;) {
  const count = readSync(file, block, length, block.length - length);
  if (count === 0) break;
  length += count;
  const end = block.lastIndexOf(0x0a, length - 1) + 1;
  const text = block.toString('utf8', 0, end);
  for (let start = 0; start < text.length;) {
    const mark = text.indexOf('\n', start);
    JSON.parse(text.slice(start, mark));
    lines += 1;
    start = mark + 1;
  }
  block.copyWithin(0, end, length);
  length -= end;
}
closeSync(file);
process.stdout.write(`${lines}\n`);
