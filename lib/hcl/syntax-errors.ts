import { own } from '../ground/record';
import { closingAt, depthChange, tokenize, type SourceRange, type Token } from './tokens';

/**
 * Refuses an expression that Terraform cannot read: an operand too few or too many, and what is not closed.
 *
 * @throws an Error with the line and the rule
 */
export function refuseSyntaxErrors(text: string, range: SourceRange): void {
  const tokens = tokenize(text, range).filter(({ kind }) => kind !== 'comment');
  refuseIn(text, tokens, 'value', range.start);
}

const binary = ['+', '/', '%', '==', '!=', '<', '>', '<=', '>=', '&&', '||', '?'];
const tokensOf: Readonly<Record<string, string>> = {
  ...{ '(': 'p', '[': 'k', '{': 'c', '=>': '>', '...': 'e', for: 'f', in: 'i', if: 'q' },
  ...Object.fromEntries(['=', ',', ':', '.', '*', '-', '!'].map((each) => [each, each])),
  ...Object.fromEntries(binary.map((each) => [each, 'b'])),
};
const kinds: Readonly<Partial<Record<Token['kind'], string>>> = {
  identifier: 'w',
  number: 'n',
  newline: 'l',
  'open-text': 's',
};

// A letter stands for each token, and for each bracket or string with what is in it.
const operand = '[-!]*[wnsckpfiq](?:[pk]|\\.[wnfiq*]|::w)*';
const expression = `${operand}(?:[-*:b]${operand})*`;
const iteration = `fw(?:,w)?i${expression}`;
const loop = `${iteration}:${expression}(?:>${expression}e?)?(?:q${expression})?`;
const items = `(?:${expression}(?:,${expression})*`;
const isMember = new RegExp(`^${expression}[=:]${expression}$`);
const grammar: Readonly<Record<string, RegExp>> = {
  value: new RegExp(`^${expression}$`),
  $: new RegExp(`^${expression}$`),
  '%': new RegExp(`^(?:q${expression}|${iteration}|w)$`),
  '(': new RegExp(`^${items}(?:,|e)?)?$`),
  '[': new RegExp(`^(?:\\*|${loop}|${items},?)?)$`),
  '{': new RegExp(`^(?:${loop}|l*(?:${expression}[=:]${expression}(?:,l*|l+|$))*)$`),
};

/** @param context - the first character of what the tokens are in; `value` for a whole one */
function refuseIn(text: string, tokens: readonly Token[], context: string, start: number): void {
  const fail = (at: number, rule: string) => {
    throw new Error(`line ${text.slice(0, at).split('\n').length}: ${rule}`);
  };
  let sentence = '';
  const places: number[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (context === '"' && token.kind === 'literal' && token.text.includes('\n'))
      fail(token.start, 'A string in quotes ends on its line.');
    if (token.kind === 'literal') continue;
    sentence += own(tokensOf, token.text) ?? own(kinds, token.kind) ?? 'x';
    places.push(token.start);
    if (depthChange(token) <= 0) continue;
    const close = closingAt(tokens, at);
    if (!isClosing(token, tokens[close])) fail(token.start, `\`${token.text.trim()}\` is not closed.`);
    refuseIn(text, tokens.slice(at + 1, close), token.text.slice(0, 1), token.end);
    at = close;
  }
  const isLoop = /^l*f/.test(sentence);
  const isRight = own(grammar, context)?.test(
    context === '{' && !isLoop ? sentence : sentence.replaceAll('l', ''),
  );
  if (isRight !== false) return;
  // Of an object, its first member that is wrong.
  const members = context === '{' && !isLoop ? [...sentence.matchAll(/[^,l]+/g)] : [];
  const wrong = members.find(([member]) => !isMember.test(member));
  fail(places[wrong?.index ?? 0] ?? start, 'Invalid expression. An operand or an operator is missing.');
}

const closings: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '"': '"' };

function isClosing({ kind, text }: Token, last: Token | undefined): boolean {
  if (last === undefined) return false;
  if (kind === 'open-template') return last.kind === 'close-template';
  return kind === 'open-text' && text !== '"'
    ? last.kind === 'close-text'
    : last.text === own(closings, text);
}
