import type { WorldData } from '../../model/world';
import { ShownView } from '../components/view-state';
import { useView } from '../use-view';
import { ClockCard } from './world/clock';
import { ConnectionCard } from './world/connection';
import { ContentsCard } from './world/contents';
import { CutoverCard } from './world/cutover';
import { ExportCard } from './world/export';
import { ImportCard } from './world/import';
import { OtherControlsCard } from './world/other-controls';
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
