import type { Contract } from '../../schema';
import { secretsTrigger, type Triggers } from './request';

/** The attributes that no trigger holds. */
export function secretAttributes({ attributes }: Contract): string[] {
  return Object.entries(attributes)
    .filter(([, { writeOnly, sensitive }]) => writeOnly === true || sensitive === true)
    .map(([name]) => name);
}

/** Those that an object keeps: another value of one has to be sent. */
export function renewableAttributes(contract: Contract): string[] {
  return secretAttributes(contract).filter((name) => contract.attributes[name]?.transient !== true);
}

/** The secret attributes that may be others than before: all, where the digest over them is another. */
export function fieldsToRenew(contract: Contract, before: Triggers, now: Triggers): string[] {
  const [from, to] = [before[secretsTrigger] ?? null, now[secretsTrigger] ?? null];
  return from === to || to === null ? [] : renewableAttributes(contract);
}

/** Every text in the secrets, as it stands and as JSON spells it, to be kept out of what is said. */
export function secretTexts(secrets: Triggers): string[] {
  const texts = Object.values(secrets).flatMap((text) => {
    if (text === null) return [];
    try {
      return [text, ...textsIn(JSON.parse(text) as unknown)];
    } catch {
      return [text];
    }
  });
  return [...new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
