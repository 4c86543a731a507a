import type { Page } from 'playwright-core';
import { defaultZoneId } from '../../../lib/emulator';

export const jobs = `/zones/${defaultZoneId}/logpush/jobs`;

/** The rows of calls with a text. */
export function row(page: Page, text: string) {
  return page.getByRole('table', { name: 'Calls of the API' }).getByRole('row').filter({ hasText: text });
}
