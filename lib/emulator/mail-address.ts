import { isIPv4, isIPv6 } from 'node:net';

/**
 * Whether a text is one e-mail address, without what would make it several or a name in a mail's header. The local part
 * can be quoted, and then has spaces and separators too (RFC 5321, section 4.1.2).
 */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  return (plain.test(local) || quoted.test(local)) && (plain.test(domain) || isAddressLiteral(domain));
}

/** The texts between commas and semicolons, without white space around them. Separators in quotes do not count. */
export function splitAddresses(text: string): readonly string[] {
  const parts = [''];
  let [isQuoted, isEscaped] = [false, false];
  for (const char of text) {
    if (!isQuoted && (char === ',' || char === ';')) {
      parts.push('');
      continue;
    }
    if (char === '"' && !isEscaped) isQuoted = !isQuoted;
    isEscaped = isQuoted && char === '\\' && !isEscaped;
    parts.push((parts.pop() ?? '') + char);
  }
  return parts.map((part) => part.trim());
}

const plain = /^[^\s@,;:<>()"[\]\\\p{Cc}]+$/u;
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~]|[^\p{ASCII}\p{C}\p{Z}])*"$/u;

function isAddressLiteral(domain: string): boolean {
  const [, text = ''] = /^\[(.*)\]$/.exec(domain) ?? [];
  return isIPv4(text) || (/^IPv6:/i.test(text) && isIPv6(text.slice('IPv6:'.length)));
}
