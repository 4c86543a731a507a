import { domainToASCII, domainToUnicode } from 'node:url';

/** The key of a domain, the same for all spellings: case, trailing dot, Unicode or punycode. A text that is no domain is kept. */
export function domainKey(name: string): string {
  const domain = withoutDot(name);
  return domainToASCII(domain) || domain.toLowerCase();
}

/** The form in which the service shows and finds an internationalized domain (public fact). */
export function unicodeDomain(name: string): string {
  const domain = withoutDot(name);
  return domainToUnicode(domain) || domain.toLowerCase();
}

function withoutDot(name: string): string {
  return name.replace(/\.$/, '');
}
