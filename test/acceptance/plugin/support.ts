import { chmodSync, mkdirSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { makeTerraformFolder, TerraformDir, terraformPlatform } from '../../support/terraform';

const version = '0.1.0';

/** A working directory with the fake provider in it, and the folder of its things. */
export interface Stage {
  readonly dir: TerraformDir;
  readonly things: string;
  readonly plugin: string;
  /** Writes the configuration: resources of type fake_thing, by name. */
  declare(things: Readonly<Record<string, object>>, more?: object): void;
  thing(id: string): Record<string, unknown>;
  putThing(id: string, thing: object): void;
  /** Removes a thing behind Terraform's back. */
  loseThing(id: string): void;
  ids(): string[];
  events(): string;
  /** The attributes of a resource in the state. */
  attributes(name: string): Promise<Record<string, unknown>>;
  remove(): void;
}

/** Builds the fake provider into one file, where Terraform finds it by itself. */
export function buildFakeProvider(folder: string): string {
  const place = join(folder, 'terraform.d/plugins/terraform.local/test/fake', version, terraformPlatform());
  mkdirSync(place, { recursive: true });
  const outfile = join(place, `terraform-provider-fake_v${version}`);
  buildSync({
    entryPoints: [join(__dirname, 'provider/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
  });
  chmodSync(outfile, 0o755);
  return outfile;
}

export async function setTheStage(): Promise<Stage> {
  const folder = makeTerraformFolder();
  const things = join(folder.path, 'things');
  mkdirSync(things);
  const dir = new TerraformDir(join(folder.path, 'work'), { FAKE_FOLDER: things });
  const plugin = buildFakeProvider(dir.path);
  const path = (id: string) => join(things, `${id}.json`);
  const stage: Stage = {
    dir,
    things,
    plugin,
    declare: (declared, more = {}) => {
      dir.configure({
        terraform: { required_providers: { fake: { source: 'terraform.local/test/fake', version } } },
        ...(Object.keys(declared).length === 0 ? {} : { resource: { fake_thing: declared } }),
        ...more,
      });
    },
    thing: (id) => JSON.parse(readFileSync(path(id), 'utf8')) as Record<string, unknown>,
    putThing: (id, thing) => {
      writeFileSync(path(id), JSON.stringify(thing));
    },
    loseThing: (id) => {
      rmSync(path(id));
    },
    ids: () =>
      readdirSync(things)
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .sort(),
    events: () => {
      const log = join(things, 'events.log');
      return existsSync(log) ? readFileSync(log, 'utf8') : '';
    },
    attributes: async (name) => {
      const state = (await dir.show()) as {
        values?: { root_module: { resources?: { address: string; values: Record<string, unknown> }[] } };
      };
      const found = state.values?.root_module.resources?.find(
        ({ address }) => address === `fake_thing.${name}`,
      );
      if (found === undefined) throw new Error(`the state has no fake_thing.${name}`);
      return found.values;
    },
    remove: () => {
      folder.remove();
    },
  };
  stage.declare({});
  await dir.init();
  return stage;
}
