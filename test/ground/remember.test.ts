import { onceForEachText } from '../../lib/ground/remember';

it('judges a text once, and anew after a thousand others', () => {
  const judged: string[] = [];
  const judge = onceForEachText((text) => judged.push(text));
  const others = Array.from({ length: 1000 }, (_, at) => String(at));
  for (const text of ['a', 'a', ...others, 'a']) judge(text);
  expect(judged).toEqual(['a', ...others, 'a']);
});
