// Maven with a local repository of its own, so that packages of a checkout never come into the user's.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'cdktf-edge-platform-languages',
  'maven',
);

/** The artifacts that are made in a checkout: Maven would go on using the copies of an earlier build. */
const local = ['io/github/cdktf-edge-platform', 'com/hashicorp/cdktf', 'io/cdktn'];

/**
 * The beginning of a command that also knows some folders as repositories. They are named by settings, and not in a pom.xml, which
 * others get.
 */
export function maven(repositories) {
  for (const path of local) rmSync(join(folder, path), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const settings = join(folder, 'settings.xml');
  writeFileSync(settings, settingsOf(repositories));
  return ['mvn', '-q', '-B', '-gs', settings, `-Dmaven.repo.local=${folder}`];
}

function settingsOf(repositories) {
  const items = repositories.map(
    (each, index) => `<repository><id>local${index}</id><url>${pathToFileURL(each).href}</url></repository>`,
  );
  return `<settings>
  <profiles>
    <profile><id>local</id><repositories>${items.join('')}</repositories></profile>
  </profiles>
  <activeProfiles><activeProfile>local</activeProfile></activeProfiles>
</settings>
`;
}
