import { readFile } from 'node:fs/promises';

export type JsonObject = Readonly<Record<string, unknown>>;

export async function readJsonFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = withoutByteOrderMark(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${reasonOf(error)}`, { cause: error });
  }
}

/** Some editors put one in front of a file. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
