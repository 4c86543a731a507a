import type { Dataset } from '../../../logs';

/** Field names with descriptions, which begin with the type where the service says it: `int; BotScore of http_requests`. */
export function renderFields(
  dataset: Dataset,
  names: readonly string[] = [...dataset.fields.keys(), ...(dataset.untyped ?? [])],
): object {
  return Object.fromEntries(
    names.map((name) => {
      const type = dataset.fields.get(name);
      const deprecated = dataset.deprecated.has(name) ? '; deprecated' : '';
      return [name, `${type === undefined ? '' : `${type}; `}${name} of ${dataset.name}${deprecated}`];
    }),
  );
}
