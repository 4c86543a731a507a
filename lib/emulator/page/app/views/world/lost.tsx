import { plural } from '../../../../../ground/words';
import type { WorldData } from '../../../model/world';

/** What a reset or an import removes. */
export function Lost({ world }: { readonly world: WorldData }) {
  const { accounts, zones, rulesets, jobs, pools, policies } = world;
  return (
    <>
      <p>This cannot be undone, unless you export the world first. It removes:</p>
      <ul>
        <li>
          {plural(accounts, 'account')} and {plural(zones, 'zone')} with {plural(rulesets, 'ruleset')},{' '}
          {plural(jobs, 'job')}, {plural(pools, 'pool')} and {plural(policies, 'policy', 'policies')}
        </li>
        <li>the progress of WAF migrations, security events, notifications and the list of requests</li>
        <li>faults, the request limit, quirks, the cutover duration, and advances of the clock</li>
      </ul>
      <p>Delivered files and the tokens and keys stay.</p>
    </>
  );
}
