import { explore } from './choices';
import { Model } from './model';
import { scenarios } from './scenarios';
import { useModelOfService } from './terraform';

/** Runs each scenario in every order of calls with so many deviations from the usual one, or as many as it names itself. */
export function tryOrders(most: number): void {
  useModelOfService();

  it.each(scenarios)('nothing is lost in any order of calls: $name', async ({ run, deviations = 2 }) => {
    const bounds = { deviations: Math.min(deviations, most) };
    const { violations } = await explore((choices) => run(new Model(choices)), bounds);
    expect(violations.map(({ what, trace }) => [what, ...trace].join('\n'))).toEqual([]);
  });
}
