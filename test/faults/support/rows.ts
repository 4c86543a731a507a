import { Deployment, type Converged, type DeploymentOptions } from './deployment';
import { findDamage, takeInventory, type Damage } from './inventory';

export interface Row {
  readonly name: string;
  /** The most applies that a case needed until a plan was empty. */
  readonly applies: number;
  readonly damage: Damage;
  readonly errors: readonly string[];
}

export class RowBuilder {
  readonly #name: string;
  readonly #damage = {
    duplicates: new Array<string>(),
    orphans: new Array<string>(),
    lost: new Array<string>(),
    wrongDeletions: new Array<string>(),
  };
  readonly #errors: string[] = [];
  #applies = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** @param when - begins each text, `create` for instance */
  add(when: string, { applies, errors }: Converged, damage: Damage): void {
    this.#applies = Math.max(this.#applies, applies);
    this.#errors.push(...errors.map((error) => `${when}: ${error}`));
    for (const kind of Object.keys(this.#damage) as (keyof Damage)[]) this.report(kind, when, damage[kind]);
  }

  report(kind: keyof Damage, when: string, found: readonly string[]): void {
    this.#damage[kind].push(...found.map((each) => `${when}: ${each}`));
  }

  build(): Row {
    return { name: this.#name, applies: this.#applies, damage: this.#damage, errors: this.#errors };
  }
}

export const noDamage: Damage = { duplicates: [], orphans: [], lost: [], wrongDeletions: [] };

/** What a create, an update and a destroy do while these faults last. */
export async function runWithFaults(
  name: string,
  faults: readonly object[],
  options: DeploymentOptions,
): Promise<Row> {
  const row = new RowBuilder(name);
  const deployment = await Deployment.start(options);
  const { terraform, emulator, before } = deployment;
  const apply = async (when: string, isDestroy = false) => {
    await deployment.inject(...faults);
    const converged = await deployment.converge({ destroy: isDestroy });
    await deployment.heal();
    row.add(when, converged, findDamage(before, await takeInventory(emulator), terraform.state));
  };
  try {
    await apply('create');
    deployment.version = 'second';
    await apply('update');
    await apply('destroy', true);
    return row.build();
  } finally {
    await deployment.close();
  }
}
