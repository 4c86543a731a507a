import { parseJson } from '../../ground/json';
import { secretAttributes, type Contract } from '../../schema';
import { secretsTrigger } from '../triggers';
import type { Triggers } from './request';
import { own } from '../../ground/record';

/** The secret attributes that an object stores: a changed value has to be sent. */
export function renewableAttributes(contract: Contract): string[] {
  return secretAttributes(contract).filter((name) => own(contract.attributes, name)?.transient !== true);
}

/** The secret attributes that may have changed: all of them where their common digest has changed. */
export function fieldsToRenew(contract: Contract, before: Triggers, now: Triggers): string[] {
  const [from, to] = [before[secretsTrigger] ?? null, now[secretsTrigger] ?? null];
  return from === to || to === null ? [] : renewableAttributes(contract);
}

/** Every string in the secrets, raw and JSON-escaped, to redact from the output. */
export function secretTexts(secrets: Triggers): string[] {
  const texts = Object.values(secrets).flatMap((text) => {
    if (text === null) return [];
    try {
      return [text, ...textsIn(parseJson(text))];
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
