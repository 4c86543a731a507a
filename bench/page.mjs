// How long the emulator's dashboard takes to show each part of a large world, beside the same part of an empty one. The processor
// of the browser is slowed down to a quarter. Needs Chromium, see CONTRIBUTING.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath, launchBrowser } from '../test/support/chromium.js';
import { alternate, compare } from './support/measure.mjs';
import { startEmulator } from './support/servers.mjs';

export const name = 'page';

const parts = ['zones', 'traffic', 'pools', 'requests', 'world'];
const slowdown = 4;
const account = id('a', 0);

export async function run({ rounds = 5, only = parts }) {
  if (chromiumPath === undefined) {
    console.error('page: no Chromium. Set CHROMIUM_PATH.');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'edge-bench-'));
  const servers = [];
  const browser = await launchBrowser();
  try {
    const file = join(folder, 'world.json');
    writeFileSync(file, JSON.stringify(largeWorld()));
    const [large, empty] = [await startEmulator(['--fixture', file]), await startEmulator()];
    servers.push(large, empty);
    const rows = [];
    for (const part of parts.filter((each) => only.includes(each))) {
      const contender = (emulator) => () => measure(browser, `${emulator.dashboard}${part}`);
      const medians = await alternate(rounds, { large: contender(large), empty: contender(empty) });
      const row = (what, key) =>
        compare({
          row: `page, ${part}: 300 zones, 2,000 pools, ${what}`,
          unit: 'ms',
          ours: medians.large[key],
          peer: medians.empty[key],
          peerName: 'empty world',
        });
      rows.push(row('first paint', 'paint'), row('data shown', 'shown'));
    }
    return rows;
  } finally {
    await browser.close();
    for (const server of servers) await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(browser, url) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url);
    // The page comes with its data.
    const shown = await page.waitForFunction(() =>
      document.querySelector('main h1') ? performance.now() : false,
    );
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    return { paint: await paint.jsonValue(), shown: await shown.jsonValue() };
  } finally {
    await context.close();
  }
}

/** 300 zones in all states, 2,000 pools and 100 policies that cover half of them. */
function largeWorld() {
  const plans = ['enterprise', 'business', 'pro', 'free'];
  const states = ['start', 'validation', 'complete'];
  return {
    accounts: [
      {
        id: account,
        name: 'Large',
        pools: range(2000).map((n) => ({
          id: id('b', n),
          name: `pool-${String(n).padStart(4, '0')}`,
          origins: ['a', 'b'].map((each, at) => ({ name: each, address: `192.0.2.${at + 1}` })),
          notification_email: n % 3 === 0 ? '' : `team-${n % 40}@example.com`,
        })),
        policies: range(100).map((n) => ({
          id: id('c', n),
          name: `policy-${n}`,
          enabled: true,
          alert_type: 'load_balancing_health_alert',
          mechanisms: { email: [{ id: `team-${n % 40}@example.com` }] },
          filters: {
            pool_id: range(10).map((each) => id('b', n * 10 + each)),
            new_health: ['Unhealthy', 'Healthy'],
            event_source: ['pool', 'origin'],
          },
        })),
      },
    ],
    zones: range(300).map((n) => {
      const plan = plans[n % plans.length];
      const state = states[n % states.length];
      return {
        id: id('e', n),
        account_id: account,
        name: `zone-${String(n).padStart(3, '0')}.example`,
        plan,
        ...(plan === 'free' || (state === 'validation' && plan !== 'enterprise')
          ? {}
          : { migration_state: state }),
        ...(n % 12 === 0
          ? { waf: { overrides: [{ urls: [`zone-${n}.example/shop*`], rules: { 100015: 'disable' } }] } }
          : {}),
      };
    }),
  };
}

function range(count) {
  return Array.from({ length: count }, (_, n) => n);
}

function id(letter, n) {
  return letter + n.toString(16).padStart(31, '0');
}
