import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../ground/json';
import type { Finished } from '../../ground/program';
import { userEnvironment } from '../../terraform/binary';
import { TerraformFolder } from '../../terraform/folder';
import { shownChanges } from '../../terraform/plan';
import { isSettable, unknown, type ObjectValue, type Value } from '../../schema';
import type { CodeObject } from './code';
import type { ResourceType } from '../../resources';
import { resourceOf, resourceTypes } from './resource-of';
import { copyModule } from './verify';
import { own } from '../../ground/record';

/**
 * The objects of a module in HCL as Terraform evaluates them: the plan of a copy without its import blocks, whose provider has an
 * endpoint that is unknown until the apply. So nothing is called.
 *
 * @throws an Error with the output of Terraform where the module cannot be planned
 */
export async function codeOfModule(project: string, env: NodeJS.ProcessEnv): Promise<CodeObject[]> {
  const folder = await mkdtemp(join(tmpdir(), 'edge-import-'));
  try {
    await copyModule(project, folder);
    const imports = await removeImports(folder);
    await disconnect(folder);
    // Terraform does not validate a provider block that a file overrides, so its settings would be unknown.
    const settings = { EDGE_CUSTOM_FIELD_LIMITS: 'current' };
    const terraform = new TerraformFolder(folder, userEnvironment(env), settings);
    succeed(await terraform.init());
    // Its output is for people where it fails.
    succeed(await terraform.start(['plan', '-input=false', '-no-color', `-out=${planFile}`]).finished);
    const changes = shownChanges(await terraform.show(planFile));
    return changes.flatMap((change) => toCode(change, imports) ?? []);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const planFile = 'import.tfplan';

function succeed({ code, output }: Finished): void {
  if (code !== 0) throw new Error(`Terraform cannot evaluate the code:\n${output}`);
}

const importBlock = /^import\s*\{([^}]*)\}/gm;

async function removeImports(folder: string): Promise<ReadonlyMap<string, string>> {
  const imports = new Map<string, string>();
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.tf'))) {
    const text = await readFile(join(folder, name), 'utf8');
    const rest = text.replace(importBlock, (_block, body: string) => {
      const [, to] = /^\s*to\s*=\s*(\S+)/m.exec(body) ?? [];
      const [, id] = /^\s*id\s*=\s*"([^"]*)"/m.exec(body) ?? [];
      if (to !== undefined && id !== undefined) imports.set(to, id);
      return '';
    });
    if (rest !== text) await writeFile(join(folder, name), rest);
  }
  return imports;
}

/** A provider whose endpoint is unknown plans from the configuration alone. */
async function disconnect(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((each) => each.endsWith('.tf'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const isDeclared = texts.some((text) => /^provider\s+"edge"/m.test(text));
  const provider = 'provider "edge" {\n  base_url = terraform_data.edge_import_unknown.id\n}\n';
  await writeFile(
    join(folder, 'edge_import_unknown.tf'),
    'resource "terraform_data" "edge_import_unknown" {}\n',
  );
  await writeFile(join(folder, `edge_import_provider${isDeclared ? '_override' : ''}.tf`), provider);
}

function toCode(shown: JsonObject, imports: ReadonlyMap<string, string>): CodeObject | undefined {
  const { type, address, change } = shown;
  const typeName = resourceTypes.find((each) => each === type);
  if (typeName === undefined || typeof address !== 'string' || !isObject(change)) return undefined;
  return { typeName, label: address, config: configOf(typeName, change), importId: imports.get(address) };
}

function configOf(typeName: ResourceType, { after, after_unknown: open }: JsonObject): ObjectValue {
  const { attributes } = resourceOf(typeName).contract;
  const valueOf = (name: string, isComputed: boolean): Value => {
    const isOpen = isObject(open) && own(open, name) === true;
    // What the service computes is not in the configuration.
    if (isOpen) return isComputed ? null : unknown;
    return isObject(after) ? ((own(after, name) ?? null) as Value) : null;
  };
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => isSettable(attribute) && attribute.writeOnly !== true)
      .map(([name, { presence }]) => [name, valueOf(name, presence === 'optional-computed')]),
  );
}
