import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';

const schemas = join(
  dirname(createRequire(__filename).resolve('@cyclonedx/cyclonedx-library/package.json')),
  'res',
  'schema',
);

/** Where a bill of materials breaks the schema of CycloneDX 1.6, a line for each place; none if it is valid. */
export function schemaErrors(bom: string): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  // Formats that ajv-formats does not have. No value of ours has them.
  ajv.addFormat('iri-reference', true).addFormat('idn-email', true);
  for (const name of ['spdx', 'cryptography-defs', 'jsf-0.82'])
    ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const isValid = ajv.compile(schemaOf('bom-1.6'));
  return isValid(JSON.parse(bom))
    ? []
    : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

function schemaOf(name: string): object {
  return JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
}
