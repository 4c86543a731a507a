import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Emulator, EmulatorOptions } from '../../../lib/emulator';
import { afterTest } from '../../support/after-test';
import { findViolations, openPage, scrollsSideways, type OpenedPage } from '../../support/browser';

type PageOptions = NonNullable<Parameters<typeof openPage>[1]>;

/** Starts an emulator of the built package, which has the page. It is closed after the test. */
export async function startBuiltEmulator(options?: EmulatorOptions): Promise<Emulator> {
  // oxlint-disable-next-line typescript/no-require-imports -- the build is not there when the types are checked
  const { startEmulator } = require('../../../dist/emulator/index.js') as {
    readonly startEmulator: (options?: EmulatorOptions) => Promise<Emulator>;
  };
  const emulator = await startEmulator(options);
  afterTest(() => emulator.close());
  return emulator;
}

export interface Dashboard extends Emulator {
  /** Opens a part of the dashboard at a path such as `zones/<id>`. */
  open(path: string, options?: PageOptions, prepare?: Parameters<typeof openPage>[2]): Promise<OpenedPage>;
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** The result of a call that must succeed. */
  result(method: string, path: string, body?: unknown): Promise<unknown>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** An emulator with its dashboard, and what another client does there. It is closed after the test. */
export async function startDashboard(options?: EmulatorOptions): Promise<Dashboard> {
  const emulator = await startBuiltEmulator(options);
  const send = (url: string, method: string, body: unknown) =>
    fetch(url, {
      method,
      headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const call: Dashboard['call'] = (method, path, body) => send(emulator.url + path, method, body);
  return {
    ...emulator,
    open: (path, ...more) => openPage(`${emulator.dashboardUrl}${path}`, ...more),
    call,
    result: async (method, path, body) => {
      const reply = await call(method, path, body);
      if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
      return ((await reply.json()) as { readonly result: unknown }).result;
    },
    control: async (method, path, body): Promise<unknown> =>
      (await send(emulator.controlUrl + path, method, body)).json(),
  };
}

export const looks: readonly (readonly [name: string, options: PageOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['360', { viewport: { width: 360, height: 720 } }],
];

/** Fails where axe finds a violation or the page scrolls sideways. */
export async function inspect(page: Page, name: string): Promise<void> {
  await takePicture(page, name);
  expect(await findViolations(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}

/** Saves a picture for a person to look at, only when `SCREENSHOTS` names a folder. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

export function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

export function shows(page: Page, text: string | RegExp): Promise<void> {
  return page.getByText(text).first().waitFor();
}
