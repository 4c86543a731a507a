import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { takeFrames, type Film, type Frame } from '../../scripts/pictures/frames';
import { pace } from '../../scripts/pictures/pace';
import { writeSvg } from '../../scripts/pictures/svg';
import { describeInBrowser, openPage } from '../support/browser';

const size = { columns: 40, rows: 6 };
const folder = join(__dirname, '..', '..', 'docs', 'images');

/** What a terminal received: colors, bold, a spinner, characters of XML, a wide one, a long line, more lines than rows. */
const received = [
  [0, '\n\u001B[1m\u001B[36m1.\u001B[39m Start\u001B[22m\n'],
  [900, '   a  <b> & "c"   ]]>\n   \u001B[90m│\u001B[39m x     = 1\n'],
  [1000, '|'],
  [1500, '\r/'],
  [2000, '\r\u001B[0Kready: 日本\n'],
  [2010, `${'long '.repeat(12)}\n\nfour\nfive\nsix\n`],
  [4000, '\u001B[32mok\u001B[39m\n'],
] as const;

describeInBrowser('the recording of a terminal', () => {
  async function openSvg(svg: string, reducedMotion: 'reduce' | 'no-preference' = 'no-preference') {
    const { page, errors } = await openPage(`data:image/svg+xml,${encodeURIComponent(svg)}`, {
      reducedMotion,
      viewport: { width: 760, height: 540 },
    });
    expect(errors).toEqual([]);
    return page;
  }

  async function filmReceived(): Promise<Film> {
    const chunks = received.map(([at, text]) => ({
      at,
      bytes: Buffer.from(text.replaceAll('\n', '\r\n')),
    }));
    return takeFrames(pace(chunks), size);
  }

  it('shows in each frame the text that the terminal shows, and no other', async () => {
    const film = await filmReceived();
    const page = await openSvg(writeSvg(film, lastOf(film), { title: 'a & b', description: '<c>' }));
    expect(film.frames.length).toBeGreaterThan(received.length);
    for (const [index, frame] of film.frames.entries()) {
      const end = film.frames[index + 1]?.at ?? film.ms;
      // The frame holds until the next one.
      for (const at of [frame.at + 1, end - 1]) {
        await showMoment(page, at);
        expect(await readText(page)).toEqual(textOf(frame));
      }
    }
  });

  it('shows one frame where nothing moves', async () => {
    const film = await filmReceived();
    const [first] = film.frames;
    const page = await openSvg(
      writeSvg(film, first ?? lastOf(film), { title: '', description: '' }),
      'reduce',
    );
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    expect(await readText(page)).toEqual(textOf(first ?? lastOf(film)));
  });

  it.each(readdirSync(folder).filter((name) => name.endsWith('.svg')))('%s renders', async (name) => {
    const { page, errors } = await openPage(pathToFileURL(join(folder, name)).href, {
      reducedMotion: 'no-preference',
      viewport: { width: 760, height: 540 },
    });
    const svg = readFileSync(join(folder, name), 'utf8');
    const seconds = Number(/animation:s ([\d.]+)s/.exec(svg)?.[1] ?? 0);
    const first = await readText(page);
    if (seconds > 0) {
      await showMoment(page, seconds * 1000 - 1);
      expect(await readText(page)).toContain('demo: ok');
      expect(first).not.toContain('demo: ok');
    } else expect(first).toContain('No changes.');
    expect(await page.title()).toBe('npm run demo');
    expect(errors).toEqual([]);
  });
});

function lastOf({ frames }: Film): Frame {
  const last = frames.at(-1);
  if (last === undefined) throw new Error('no frame');
  return last;
}

function textOf({ rows }: Frame): readonly string[] {
  return rows.flatMap((runs) => runs.map(({ text }) => text));
}

async function showMoment(page: Page, ms: number): Promise<void> {
  await page.evaluate(`for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = ${ms};
  }`);
}

/** The visible text from top to bottom, as the browser lays it out. Throws if the picture is not well-formed. */
function readText(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    if (document.querySelector('parsererror') !== null) throw new Error(document.documentElement.textContent);
    // The box of an inner svg element is that of its content; what counts is what it clips.
    const { y, height } = document.querySelector('svg > svg');
    const top = document.documentElement.getBoundingClientRect().top + y.baseVal.value;
    const bottom = top + height.baseVal.value;
    const shown = [...document.querySelectorAll('svg > svg text')]
      .filter((text) => getComputedStyle(text.parentElement).opacity === '1')
      .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
      .filter(({ box }) => box.top + box.height / 2 > top && box.top + box.height / 2 < bottom);
    const row = ({ box }) => Math.round(box.top);
    return shown.sort((one, other) => row(one) - row(other) || one.box.left - other.box.left).map(({ text }) => text);
  })()`);
}
