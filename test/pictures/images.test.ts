import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const folder = join(root, 'docs', 'images');
const images = readdirSync(folder);
const recordings = images.filter((name) => name.endsWith('.svg'));

describe('the pictures of the README', () => {
  it.each(images)('%s is small', (name) => {
    expect(statSync(join(folder, name)).size).toBeLessThan(200_000);
  });

  it.each(images)('%s is in the README', (name) => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(readme.includes(`/main/docs/images/${name}"`)).toBe(true);
  });

  it.each(recordings)('%s has no script, no reference to anything else, and no path of a machine', (name) => {
    const svg = readFileSync(join(folder, name), 'utf8');
    expect(svg).not.toMatch(/<script|<foreignObject|<image|<use|\son\w+=|href|@import|url\(|&#|<!/i);
    const urls = [...svg.matchAll(/\bhttps?:[^\s"<]+/g)].map(([url]) => url);
    for (const url of urls) expect(url).toMatch(/^http:\/\/(?:www\.w3\.org\/2000\/svg|127\.0\.0\.1:)/);
    expect(svg).not.toMatch(/(?<![\w.:/])\/(?:home|Users|root|tmp|var|private|work|opt|usr)\//);
  });
});
