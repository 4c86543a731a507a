import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProgram } from '../../support/bundle-program';
import { TerraformDir, terraformPlatform } from '../../support/terraform';
import { runPlugin, TerraformClient, type RunningPlugin } from '../../support/terraform-client';
import { afterFile } from '../../support/after-test';
import { makeFolder } from '../../support/folder';

const version = '0.1.0';

/** The fake service: a folder of things. */
export interface Things {
  readonly folder: string;
  get(id: string): Record<string, unknown>;
  put(id: string, thing: object): void;
  remove(id: string): void;
  ids(): string[];
  events(): string;
}

export function configurationOf(things: Readonly<Record<string, object>>, more: object = {}): object {
  return {
    terraform: { required_providers: { fake: { source: 'terraform.local/test/fake', version } } },
    ...(Object.keys(things).length === 0 ? {} : { resource: { fake_thing: things } }),
    ...more,
  };
}

/** The fake provider, driven by the client. */
interface ClientStage {
  readonly terraform: TerraformClient;
  readonly things: Things;
  readonly declare: (things: Readonly<Record<string, object>>, more?: object) => void;
  /** What the state has of a thing. */
  readonly attributes: (name: string) => Readonly<Record<string, unknown>>;
}

/** Gives each test of a file a stage of its own; all share one process of the fake provider. */
export function clientStages(): () => ClientStage {
  const folder = makeFolder();
  let running: Promise<RunningPlugin> | undefined;
  let count = 0;
  return () => {
    const things = openThings(join(folder, `things-${++count}`));
    let configuration = configurationOf({});
    const terraform = new TerraformClient({
      provider: async () =>
        (await (running ??= runPlugin({}, buildFakeProvider(folder), afterFile))).provider,
      configuration: () => configuration,
      settings: { folder: things.folder },
    });
    return {
      terraform,
      things,
      declare: (declared, more) => {
        configuration = configurationOf(declared, more);
      },
      attributes: (name) => terraform.attributes(`fake_thing.${name}`),
    };
  };
}

/** The fake provider in a folder of the real terraform, which is initialized. */
export interface TerraformStage {
  readonly dir: TerraformDir;
  readonly things: Things;
  declare(things: Readonly<Record<string, object>>, more?: object): void;
}

export async function startTerraformStage(): Promise<TerraformStage> {
  const folder = makeFolder();
  const things = openThings(join(folder, 'things'));
  const dir = new TerraformDir(join(folder, 'work'), { FAKE_FOLDER: things.folder });
  buildFakeProvider(dir.path);
  dir.configure(configurationOf({}));
  await dir.init();
  return {
    dir,
    things,
    declare: (declared, more) => {
      dir.configure(configurationOf(declared, more));
    },
  };
}

/** Builds the fake provider into one file, where Terraform finds it by itself. */
export function buildFakeProvider(folder: string): string {
  const place = join(folder, 'terraform.d/plugins/terraform.local/test/fake', version, terraformPlatform());
  const file = join(place, `terraform-provider-fake_v${version}`);
  bundleProgram(join(__dirname, 'provider/main.ts'), file);
  return file;
}

function openThings(folder: string): Things {
  mkdirSync(folder);
  const path = (id: string) => join(folder, `${id}.json`);
  return {
    folder,
    get: (id) => JSON.parse(readFileSync(path(id), 'utf8')) as Record<string, unknown>,
    put: (id, thing) => {
      writeFileSync(path(id), JSON.stringify(thing));
    },
    remove: (id) => {
      rmSync(path(id));
    },
    ids: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .sort(),
    events: () => {
      const log = join(folder, 'events.log');
      return existsSync(log) ? readFileSync(log, 'utf8') : '';
    },
  };
}
