import type { Dataset } from '../../../logs';
import type { Job } from './model';

export function renderJob(job: Job): object {
  return { ...job };
}

/** Field names with descriptions. */
export function renderFields(
  dataset: Dataset,
  names: readonly string[] = [...dataset.fields.keys()],
): object {
  return Object.fromEntries(
    names.map((name) => {
      const deprecated = dataset.deprecated.has(name) ? '; deprecated' : '';
      return [
        name,
        `${name} of ${dataset.name}; type: ${dataset.fields.get(name) ?? 'unknown'}${deprecated}`,
      ];
    }),
  );
}
