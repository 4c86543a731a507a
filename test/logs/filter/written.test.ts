import { readFilter } from '../../../lib/logs/filter/parse';
import { readWritten } from '../../../lib/logs/filter/written';

const leaf = '{"key":"ClientCountry","operator":"eq","value":"nl"}';
const whole = (leaves: string) => `{"where":{"and":[${leaves}]}}`;

describe('reading a filter that JSON.stringify wrote', () => {
  it.each([
    whole(leaf),
    whole(`${leaf},{"or":[${leaf},{"key":"BotScore","operator":"in","value":[1,2.5,"3"]}]}`),
    whole('{"value":true,"operator":"eq","key":"\\"\\\\ü"}'),
  ])('agrees with the parser: %s', (text) => {
    expect(readWritten(text)).toEqual(readFilter(text).parsed.filter);
    expect(readWritten(text)).toBeDefined();
  });

  it.each([
    ['', 'nothing'],
    [whole(leaf).slice(1), 'no JSON'],
    ['null', 'null'],
    ['{"where":{"and":[]}}', 'an empty group'],
    [`{"where":{"and":[${leaf}],"or":[${leaf}]}}`, 'two groups'],
    [`{"where":{"and":[${leaf}]},"more":1}`, 'another key'],
    [whole('null'), 'a condition that is null'],
    [whole('{"key":"A","operator":"eq"}'), 'a condition without a value'],
    [whole('{"key":"A","operator":"neq","value":"b"}'), 'an unknown operator'],
    [whole('{"key":1,"operator":"eq","value":"b"}'), 'a key that is a number'],
    [whole('{"key":"A","operator":"eq","value":null}'), 'a value that is null'],
    [whole('{"key":"A","operator":"in","value":[["b"]]}'), 'a list in a list'],
    [whole('{"key":"A","key":"A","operator":"eq","value":"b"}'), 'a key twice'],
    [whole('{"key":"A","operator":"in","value":[9007199254740992]}'), 'a number that may be rounded'],
    [
      whole('{"key":"A","operator":"in","value":[1e300]}'),
      'a number that JSON.stringify writes in another way',
    ],
    [` ${whole(leaf)}`, 'white space'],
  ])('leaves %s to the parser: %s', (text) => {
    expect(readWritten(text)).toBeUndefined();
  });
});
