import type { WrittenRule } from '../../lib/waf';
import { managed, owasp } from './zones';

export const exposedCredentials = 'c2e184081120413c86c3ab7e14069605';
export const free = '77454fe2d30c4220b5701f6fdfb893ba';

export function execute(id: string, overrides?: object, changes: Partial<WrittenRule> = {}): WrittenRule {
  return {
    action: 'execute',
    action_parameters: { id, ...(overrides !== undefined && { overrides }) },
    expression: 'true',
    enabled: true,
    ...changes,
  };
}

export function skip(expression: string, parameters: object = { ruleset: 'current' }): WrittenRule {
  return { action: 'skip', action_parameters: { ...parameters }, expression, enabled: true };
}

export function disabled(rule: WrittenRule): WrittenRule {
  return { ...rule, enabled: false };
}

export const managedRule = execute(managed);
export const owaspRule = execute(owasp);
