import { nested, optional, string, unknown } from '../../../lib/schema';
import { findWriteOnly, withWriteOnly } from '../../../lib/drivers/state/desired-state';

const about = { description: 'x' };
const part = { key: optional(string, about), pin: optional(string, { ...about, writeOnly: true }) };
const attributes = {
  password: optional(string, { ...about, writeOnly: true }),
  one: optional(nested('single', part), about),
  list: optional(nested('list', part), about),
  map: optional(nested('map', part), about),
};
const config = {
  password: 'p0',
  one: { key: 'a', pin: 'p1' },
  list: [
    { key: 'a', pin: null },
    { key: 'b', pin: 'p2' },
  ],
  map: { x: { key: 'a', pin: 'p3' } },
};
const bare = (key: string) => ({ key, pin: null });
const planned = { password: null, one: bare('a'), list: [bare('a'), bare('b')], map: { x: bare('a') } };

describe('write-only values', () => {
  it('are added from the configuration for the handler', () => {
    expect(withWriteOnly(attributes, planned, config)).toEqual(config);
  });

  it('are null where the configuration has none', () => {
    expect(withWriteOnly(attributes, planned, {})).toEqual(planned);
  });

  it('are found by path, at any depth', () => {
    expect(findWriteOnly(attributes, config)).toEqual([
      ['password'],
      ['one', 'pin'],
      ['list', 1, 'pin'],
      ['map', 'x', 'pin'],
    ]);
    expect(findWriteOnly(attributes, { ...planned, map: unknown })).toEqual([]);
  });
});
