import fc from 'fast-check';
import { constantOf, normalizeExpression } from '../../lib/waf/reach';

describe('an expression is constant', () => {
  it.each([
    [' ( true ) ', true],
    ['!false', true],
    ['true or http.host eq "a.com"', true],
    ['ip.src eq 192.0.2.1 || true', true],
    ['http.host contains "a or b" or true', true],
    ['http.host eq r"raw \\" or true', true],
    ['http.host eq r#"raw " quote"# or true', true],
    ['lower(http.host) in {"a" "b"} or not false', true],
    ['false and http.host eq "a.com"', false],
    ['true ^^ true', false],
  ])('%s', (expression, value) => {
    expect(constantOf(expression)).toBe(value);
  });
});

describe('nothing is said of an expression', () => {
  it.each([
    ['that depends on the request', 'http.host eq "a.com"'],
    ['that contains the word in a string', 'http.host eq "true"'],
    ['that contains an operator in a string', 'http.host eq " or true or "'],
    ['that contains an operator in a raw string', 'http.host eq r#" or true or "#'],
    ['with an escaped quote', String.raw`http.host eq "\" or true or "`],
    ['whose constant does not decide', 'http.host eq "a.com" and true'],
    ['that compares', 'http.host eq "a" or true eq true'],
    ['with an argument that is constant', 'any(http.request.headers.names[*] eq "a" or true)'],
    ['that negates what depends on the request', 'not (http.host eq "a.com" or false)'],
    ['without an end of its string', 'http.host eq "a or true'],
    ['without an end of its bracket', '(http.host eq "a" or true'],
    ['with half an operator', 'http.host eq "a" | true or true'],
    ['that continues behind a bracket', '(true) eq ssl'],
    ['that is empty', ''],
  ])('%s', (_, expression) => {
    expect(constantOf(expression)).toBeUndefined();
  });
});

it.each([
  ['white space', 'http.host  eq\n"a.com"', ' http.host eq "a.com"'],
  ['outer brackets', '((http.host eq "a.com"))', 'http.host eq "a.com"'],
  ['the form of a constant', '(not false)', 'true'],
])('expressions that differ only in %s are the same', (_, one, other) => {
  expect(normalizeExpression(one)).toBe(normalizeExpression(other));
});

it.each([
  ['the strings', 'http.host eq "a  b"', 'http.host eq "a b"'],
  ['inner brackets', '(a eq 1) or (b eq 2)', 'a eq 1) or (b eq 2'],
  ['the precedence', '(ssl or ssl) and ssl', 'ssl or (ssl and ssl)'],
])('expressions that differ in %s are different', (_, one, other) => {
  expect(normalizeExpression(one)).not.toBe(normalizeExpression(other));
});

describe('for any expression', () => {
  /** Its text without needless brackets, how tightly it binds, and its value for either value of the only comparison. */
  interface Formula {
    readonly text: string;
    readonly binds: number;
    readonly values: readonly [boolean, boolean];
  }
  const operators = [
    { name: ' or ', binds: 0, join: (a: boolean, b: boolean) => a || b },
    { name: '||', binds: 0, join: (a: boolean, b: boolean) => a || b },
    { name: ' xor ', binds: 1, join: (a: boolean, b: boolean) => a !== b },
    { name: ' and ', binds: 2, join: (a: boolean, b: boolean) => a && b },
    { name: ' && ', binds: 2, join: (a: boolean, b: boolean) => a && b },
  ];
  const within = ({ text, binds }: Formula, least: number) => (binds < least ? `(${text})` : text);
  const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
    formula: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<Formula>(
        { text: 'true', binds: 4, values: [true, true] },
        { text: 'false', binds: 4, values: [false, false] },
        { text: 'http.host eq "a or true"', binds: 4, values: [false, true] },
      ),
      tie('formula').map((inner) => ({
        text: `not ${within(inner, 3)}`,
        binds: 3,
        values: [!inner.values[0], !inner.values[1]] as const,
      })),
      fc
        .tuple(fc.constantFrom(...operators), tie('formula'), tie('formula'))
        .map(([{ name, binds, join }, left, right]) => ({
          text: `${within(left, binds)}${name}${within(right, binds + 1)}`,
          binds,
          values: [join(left.values[0], right.values[0]), join(left.values[1], right.values[1])] as const,
        })),
    ),
  }));

  it('a constant is the value for every request', () => {
    let constants = 0;
    fc.assert(
      fc.property(formula, ({ text, values }) => {
        const value = constantOf(text);
        if (value === undefined) return;
        constants += 1;
        expect(values).toEqual([value, value]);
      }),
      { numRuns: 1000 },
    );
    expect(constants).toBeGreaterThan(200);
  });

  it('without a comparison it is a constant', () => {
    fc.assert(
      fc.property(formula, ({ text, values }) => {
        if (!text.includes('http')) expect(constantOf(text)).toBe(values[0]);
      }),
      { numRuns: 1000 },
    );
  });

  it('any text has a normal form, which is its own', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          formula.map(({ text }) => text),
        ),
        (text) => {
          expect(normalizeExpression(normalizeExpression(text))).toBe(normalizeExpression(text));
        },
      ),
    );
  });
});
