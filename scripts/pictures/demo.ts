import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeFrames } from './frames';
import { pace } from './pace';
import { refusePrivateText } from './private-text';
import { record } from './record';
import { writeSvg } from './svg';

const size = { columns: 80, rows: 24 };
/** The lines that were delivered are above it. */
const stillText = 'No changes.';
const description =
  'A terminal recording of the log-delivery demo. It starts the emulator, shows and applies the plan of a log job, sends ' +
  'traffic, prints the two delivered lines, reverts an out-of-band change, and destroys everything.';

/**
 * Records `npm run demo`. From run to run differ: the port, the name of the ownership challenge with its date, the seconds of
 * the last line, and some waits by half a second.
 */
export async function pictureDemo(folder: string): Promise<readonly string[]> {
  const film = await takeFrames(pace(await record('npm run demo', size)), size);
  const still = film.frames.find(({ rows }) => rows.flat().some(({ text }) => text === stillText));
  if (still === undefined) throw new Error(`The demo does not print "${stillText}".`);
  const caption = { title: 'npm run demo', description };
  const pictures = {
    'demo.svg': writeSvg(film, still, caption),
    // Browsers do not tell an image of a page that its reader wants no motion; <picture> chooses this one.
    'demo-still.svg': writeSvg({ ...film, frames: [{ ...still, at: 0 }] }, still, caption),
  };
  return Object.entries(pictures).map(([name, svg]) => {
    refusePrivateText(svg);
    const file = join(folder, name);
    writeFileSync(file, svg);
    return file;
  });
}
