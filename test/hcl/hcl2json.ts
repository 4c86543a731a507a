import type { JsonObject } from '../../lib/ground/json';

/** The types of the package would add those of browsers to the whole project. */
const { parse } = jest.requireActual<{ parse: (file: string, text: string) => Promise<JsonObject> }>(
  '@cdktf/hcl2json',
);

export async function parseHcl(text: string): Promise<JsonObject> {
  return parse('main.tf', text);
}
