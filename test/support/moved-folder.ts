import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fixture } from '../../lib/emulator';
import { startEdgeStack } from './edge-stack';
import { stateFile, type StoredResource } from './retired-states';
import type { ServedProvider } from './served-provider';
import { TerraformDir } from './terraform';

/** A folder of the real Terraform with a state of the old provider, whose objects the service has. */
export interface MovedFolder {
  readonly dir: TerraformDir;
  state(): string;
  /** The calls that write since the last look. */
  writes(): Promise<readonly string[]>;
}

export async function startMovedFolder(
  old: ServedProvider,
  fixture: Fixture,
  resources: readonly StoredResource[],
): Promise<MovedFolder> {
  const edge = await startEdgeStack({}, {}, { fixture });
  edge.declare(() => undefined);
  const dir = new TerraformDir(edge.dir.path, {
    EDGE_BASE_URL: edge.emulator.url,
    EDGE_API_TOKEN: edge.emulator.token,
    ...old.environment,
  });
  dir.write('terraform.tfstate', JSON.stringify(stateFile(resources)));
  return {
    dir,
    state: () => readFileSync(join(dir.path, 'terraform.tfstate'), 'utf8'),
    writes: () => edge.emulator.writes(),
  };
}
