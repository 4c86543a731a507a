import type { WorldData } from '../../model/world';
import { ShownView, useView } from '../use-view';
import { ClockCard } from './world/clock';
import { ConnectionCard } from './world/connection';
import { ContentsCard } from './world/contents';
import { CutoverCard } from './world/cutover';
import { ExportCard } from './world/export';
import { ImportCard } from './world/import';
import { QuirksCard } from './world/quirks';
import { ResetCard } from './world/reset';

/** `#/world` */
export function WorldPage() {
  const view = useView<WorldData>('/world', ['world', 'rulesets', 'jobs', 'pools']);
  return (
    <>
      <h1>World</h1>
      <ShownView view={view}>
        {(world) => (
          <>
            <ContentsCard world={world} />
            <div class="columns">
              <div>
                <ExportCard now={world.clock.now} />
                <ImportCard world={world} />
                <ResetCard world={world} />
                <ConnectionCard world={world} />
              </div>
              <div>
                <ClockCard clock={world.clock} />
                <CutoverCard />
                <QuirksCard quirks={world.quirks} />
                <OtherControlsCard />
              </div>
            </div>
          </>
        )}
      </ShownView>
    </>
  );
}

/** Where the controls are that belong to other parts of the page. */
function OtherControlsCard() {
  return (
    <section class="card" aria-labelledby="other">
      <h2 id="other">Other controls</h2>
      <ul>
        <li>
          <a href="#/traffic">Send sample requests</a> through log-delivery jobs
        </li>
        <li>
          <a href="#/pools">Let origins of pools fail</a> their health checks
        </li>
        <li>
          <a href="#/requests">Inject faults, and limit requests</a>
        </li>
      </ul>
    </section>
  );
}
