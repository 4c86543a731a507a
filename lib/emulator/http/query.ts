import { generalRefusals } from './errors';

/**
 * The query of a call. A parameter that the call reads may be there once: of two values one would be ignored, and that
 * can be the one that was meant. A parameter that nothing reads may be there any number of times.
 */
export class Query extends URLSearchParams {
  override get(name: string): string | null {
    const values = this.getAll(name);
    if (values.length > 1)
      throw generalRefusals.badQuery(name, values.join(', '), 'it must be there only once');
    return values[0] ?? null;
  }
}
