// Lays out Python as `black` does, in lines of 100 characters. It knows the Python that jsii-rosetta writes, not all of it.

const width = 100;

/** Begins a comment that belongs to the end of the line below it. */
export const trailingMark = '<-';

const token =
  /(?<comment>#[^\n]*)|(?<string>f?"""[^]*?"""|f?"(?:\\.|[^"\\\n])*")|(?<newline>\n)|(?<open>[([{])|(?<close>[)\]}])|(?<comma>,)|(?<space>[ \t]+)|(?<word>(?:(?!f?")[^\s#()[\]{},])+)/gy;

/** The code with lines broken, strings quoted and comments placed as `black` does. */
export function layOut(code) {
  const lines = [];
  let aside;
  for (const { indent, comment, nodes } of statementsOf(code)) {
    if (comment !== undefined) {
      if (isTrailing(comment)) aside = comment;
      else lines.push(indent + comment);
      continue;
    }
    const isBlank = nodes.length === 0;
    if (isBlank && (lines.at(-1) ?? '') === '') continue;
    if (!isBlank && indent === '' && lines.length > 0 && /^(class|def)\b/.test(flat(nodes)))
      lines.push(...(lines.at(-1) === '' ? [''] : ['', '']));
    lines.push(...withTrailing(statementLines(nodes, indent), aside, indent));
    aside = undefined;
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Logical lines: a comment, or nodes, which are texts and groups `{ open, close, items, isBroken }`. */
function statementsOf(code) {
  const statements = [];
  const tokens = [...code.matchAll(token)].map(({ 0: text, groups }) => ({
    text,
    kind: Object.keys(groups).find((name) => groups[name] !== undefined),
  }));
  if (tokens.reduce((length, { text }) => length + text.length, 0) < code.length)
    throw new Error(`Cannot lay out this Python:\n${code}`);
  let at = 0;
  while (at < tokens.length) {
    const indent = tokens[at].kind === 'space' ? tokens[at++].text : '';
    if (tokens[at]?.kind === 'comment') statements.push({ indent, comment: tokens[at++].text.trimEnd() });
    else statements.push({ indent, nodes: readNodes() });
    if (tokens[at]?.kind === 'comment')
      statements.splice(-1, 0, { indent, comment: trailing(tokens[at++].text) });
    if (tokens[at]?.kind === 'newline') at += 1;
  }
  return statements;

  /** Until the end of the line, or of the item of a group. */
  function readNodes(isInGroup = false) {
    const nodes = [];
    for (; at < tokens.length; at += 1) {
      const { kind, text } = tokens[at];
      if (kind === 'open') nodes.push(readGroup());
      else if (kind === 'close' || kind === 'comment' || kind === 'newline') break;
      else if (kind === 'comma' && isInGroup) break;
      else nodes.push(kind === 'string' ? quoted(text) : text);
    }
    return trimmed(nodes);
  }

  function readGroup() {
    const group = { open: tokens[at++].text, items: [], isBroken: false };
    let comments = [];
    while (tokens[at].kind !== 'close') {
      const { kind, text } = tokens[at];
      if (kind === 'newline') group.isBroken = true;
      if (kind === 'comment') comments.push(text.trimEnd());
      if (kind === 'newline' || kind === 'space' || kind === 'comma' || kind === 'comment') at += 1;
      else {
        group.items.push({ comments, nodes: readNodes(true) });
        comments = [];
      }
    }
    group.close = tokens[at].text;
    return group;
  }
}

/** The lines of a statement: one, if it fits and nothing in it was broken. Otherwise groups are broken, the last one first. */
function statementLines(nodes, indent, suffix = '') {
  const text = `${indent}${flat(nodes)}${suffix}`;
  if (!nodes.some(mustBreak) && (text.length <= width || !nodes.some(isBreakable))) return [text];
  const chosen = nodes.some(mustBreak) ? nodes.filter(mustBreak) : [nodes.findLast(isBreakable)];
  const lines = [indent];
  for (const node of nodes) {
    if (!chosen.includes(node)) {
      lines[lines.length - 1] += flat([node]);
      continue;
    }
    lines[lines.length - 1] += node.open;
    lines.push(...node.items.flatMap((item) => itemLines(item, `${indent}    `)), indent + node.close);
  }
  lines[lines.length - 1] += suffix;
  return lines;
}

function itemLines({ comments, nodes }, indent) {
  const above = comments.filter((each) => !isTrailing(each)).map((each) => indent + each);
  return [...above, ...withTrailing(statementLines(nodes, indent, ','), comments.find(isTrailing), indent)];
}

function withTrailing(lines, comment, indent) {
  if (comment === undefined) return lines;
  const text = `# ${comment.slice(`# ${trailingMark}`.length).trim()}`;
  const [only] = lines;
  return lines.length === 1 && `${only}  ${text}`.length <= width
    ? [`${only}  ${text}`]
    : [indent + text, ...lines];
}

const isTrailing = (comment) => comment.startsWith(`# ${trailingMark}`);
const trailing = (comment) => `# ${trailingMark}${comment.slice(1)}`;

const isBreakable = (node) => typeof node !== 'string' && node.items.length > 0;

function mustBreak(node) {
  if (typeof node === 'string') return false;
  return (
    (node.isBroken && node.items.length > 0) ||
    node.items.some(({ comments, nodes }) => comments.length > 0 || nodes.some(mustBreak))
  );
}

function flat(nodes) {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      return node.open + node.items.map((item) => flat(item.nodes)).join(', ') + node.close;
    })
    .join('');
}

function trimmed(nodes) {
  const isSpace = (node) => typeof node === 'string' && node.trim() === '';
  const first = nodes.findIndex((node) => !isSpace(node));
  return first < 0 ? [] : nodes.slice(first, nodes.findLastIndex((node) => !isSpace(node)) + 1);
}

/** With the quotes that need no backslash. */
function quoted(text) {
  if (!text.startsWith('"') || text.startsWith('"""') || !text.includes('\\"') || text.includes("'"))
    return text;
  return `'${text.slice(1, -1).replaceAll('\\"', '"')}'`;
}
