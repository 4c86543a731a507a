import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { own } from '../lib/ground/record';
import { resources } from '../lib/resources';
import { logpushJob } from '../lib/retired/logpush-job';
import { notificationPolicy } from '../lib/retired/notification-policy';
import { isSettable, type Attribute } from '../lib/schema';

const page = readFileSync(join(__dirname, '../docs/comparison.md'), 'utf8');

const retired = { edge_logpush_job: logpushJob, edge_pool_notification_policy: notificationPolicy };

/** The last cells of the table below a heading. */
function cellsOf(typeName: string): string[] {
  const [, section = ''] = page.split(`### \`${typeName}\`\n`);
  const [table = ''] = section.split('\n#');
  return table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split(' | ').at(-1) ?? '');
}

const contracts = resources.map(({ contract }) => contract);

describe.each(contracts)('the comparison of $typeName', ({ typeName, attributes }) => {
  const named = new Set(cellsOf(typeName).flatMap((cell) => cell.match(/(?<=`)[a-z][a-z_]*(?=`)/g) ?? []));

  it('names every attribute that a user may set, but for members that the other provider has not', () => {
    const settable = Object.entries<Attribute>(attributes).filter(
      ([, attribute]) =>
        isSettable(attribute) &&
        (attribute.member === undefined || own(retired, typeName)?.[attribute.member] !== undefined),
    );
    expect(settable.map(([name]) => name).filter((name) => name !== 'timeouts' && !named.has(name))).toEqual(
      [],
    );
  });

  it('names no attribute that does not exist', () => {
    const nested = Object.values<Attribute>(attributes).flatMap(({ type }) =>
      type.kind === 'nested' ? Object.keys(type.attributes) : [],
    );
    const known = [...Object.keys(attributes), ...nested, 'true', 'skip'];
    expect([...named].filter((name) => !known.includes(name))).toEqual([]);
  });
});
