import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isString } from '../shape';

export function isHeader(name: string, value: unknown): boolean {
  if (!isString(value)) return false;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
