import type { Page } from 'playwright-core';
import type { CallRecord, Emulator } from '../../../lib/emulator';
import { defaultZoneId } from '../../../lib/emulator';
import { openPage } from '../../support/browser';
import { startBuiltEmulator } from './support';

export const jobs = `/zones/${defaultZoneId}/logpush/jobs`;

/** A browser for the file and an emulator for each test, and what another client does there. */
export function useRequestsPage() {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startBuiltEmulator();
  });
  return {
    emulator: () => emulator,
    open: (options: Parameters<typeof openPage>[1] = {}, prepare?: Parameters<typeof openPage>[2]) =>
      openPage(`${emulator.dashboardUrl}#/requests`, options, prepare),
    call: (method: string, path: string, body?: unknown): Promise<Response> =>
      fetch(emulator.url + path, {
        method,
        headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    control: (method: string, path: string, body: unknown): Promise<Response> =>
      fetch(emulator.controlUrl + path, { method, body: JSON.stringify(body) }),
    calls: async (): Promise<readonly CallRecord[]> =>
      (await (await fetch(`${emulator.controlUrl}/calls`)).json()) as readonly CallRecord[],
  };
}

/** The rows of calls with a text. */
export function row(page: Page, text: string) {
  return page.getByRole('table', { name: 'Calls of the API' }).getByRole('row').filter({ hasText: text });
}
