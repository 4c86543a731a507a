import fc from 'fast-check';

const identifier = fc.stringMatching(/^[a-z][a-z0-9_-]{0,5}$/);
const plainText = fc
  .array(fc.constantFrom('a', ' ', '{', '}', '#', '//', '/*', '<<EOT', '$$${', '%%{', 'é', '[', '=', "'"), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''));
const quotedText = fc
  .array(fc.oneof(plainText, fc.constantFrom('\\"', '\\\\', '\\n', '\\u00e9')), { maxLength: 3 })
  .map((parts) => parts.join(''));

export const { expression: hclExpression } = fc.letrec<{
  expression: string;
  text: string;
  heredocLine: string;
}>((tie) => ({
  text: fc
    .array(
      fc.oneof(
        quotedText,
        // HashiCorp's tool leaves an empty text out, and makes a number of a minus and digits that are left alone.
        tie('expression').map((inner) => (inner === '""' ? '' : `\${${inner}}`)),
      ),
      { maxLength: 3 },
    )
    .map((parts) => `"${parts.join('')}"`),
  heredocLine: fc
    .array(
      fc.oneof(
        plainText,
        tie('expression').map((inner) => `\${~ ${inner} ~}`),
      ),
      { maxLength: 3 },
    )
    .map((parts) => parts.join('')),
  expression: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'expression' },
    fc.constantFrom('1', 'true', 'null', 'var.a', 'a.b[0].c', 'a.b[*].id', '-1.5e3'),
    tie('text'),
    fc.array(tie('expression'), { maxLength: 3 }).map((items) => `[\n${items.join(', # ]\n')}\n]`),
    fc.array(tie('expression'), { maxLength: 3 }).map((items) => `f(${items.join(', ')})`),
    fc
      .uniqueArray(fc.tuple(identifier, tie('expression')), { maxLength: 3, selector: ([key]) => key })
      .map((members) => `{\n${members.map(([key, value]) => `${key} = ${value} // }`).join('\n')}\n}`),
    tie('expression').map((inner) => `[for k, v in ${inner} : k if v == "}"]`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a} == /* ( */ ${b})`),
  ),
}));

export const hclHeredoc = fc
  .tuple(
    fc.constantFrom('<<', '<<-'),
    fc.array(
      fc.oneof(
        plainText,
        hclExpression.map((e) => `x\${${e}}`),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([open, lines]) => `${open}EOT\n${lines.map((line) => `  ${line}\n`).join('')}  EOT`);

const attribute = fc
  .tuple(
    identifier,
    fc.oneof({ weight: 4, arbitrary: hclExpression }, hclHeredoc),
    fc.constantFrom('', '', ' # }', ' // "'),
  )
  .map(([name, value, comment]) => ({
    name,
    text: `${name} = ${value}${value.startsWith('<<') ? '' : comment}\n`,
  }));

export const { body: hclBody } = fc.letrec<{ body: string }>((tie) => ({
  body: fc
    .uniqueArray(
      fc.oneof(
        { maxDepth: 2, depthIdentifier: 'body' },
        attribute,
        fc
          .tuple(identifier, tie('body'))
          .map(([name, inner]) => ({ name, text: `# about ${name} {\n${name} {\n${inner}}\n` })),
        identifier.map((name) => ({ name, text: `${name} { x = "}" }\n` })),
      ),
      { maxLength: 4, selector: ({ name }) => name },
    )
    .map((parts) => parts.map(({ text }) => text).join('')),
}));

export const hclFile = fc
  .tuple(
    fc.uniqueArray(fc.tuple(identifier, hclBody, fc.constantFrom('', '\n', '# }\n', '/* {\n*/ ')), {
      maxLength: 4,
      selector: ([label]) => label,
    }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([blocks, hasReturns, hasMark]) => {
    const text = blocks
      .map(([label, inner, before]) => `${before}resource "type" ${label} {\n${inner}}\n`)
      .join('');
    return (hasMark ? '\ufeff' : '') + (hasReturns ? text.replaceAll('\n', '\r\n') : text);
  });
