import { addressOf, type Draft } from '../draft';
import { isUsedByOthers } from '../references';
import { typeName } from './migration';

/** The data sources of the previous WAF go with the blocks that use them. */
export function convertDataSources(draft: Draft): void {
  const replaced = draft.objects.flatMap(({ replaces }) => replaces);
  const sources = draft.old.dataSources;
  for (const source of sources) {
    const object = draft.objects.find(
      (each) => each.typeName === typeName && each.module === source.module && each.replaces.length > 0,
    );
    if (object !== undefined && !isUsedByOthers(source, [...replaced, ...sources], draft.old)) {
      draft.dropBlock(source, object);
      draft.find({
        code: 'convert.data_source',
        severity: 'note',
        address: addressOf(source, draft.old),
        file: source.file,
        text: `Only blocks of the previous WAF used the data source. It leaves the configuration with them, and ${object.typeName}.${object.name} needs none.`,
      });
      continue;
    }
    draft.find({
      code: 'convert.data_source',
      severity: 'todo',
      address: addressOf(source, draft.old),
      file: source.file,
      text: 'The API of the data source no longer answers for a migrated zone, and the provider has dropped it. Remove the block and what refers to it.',
    });
  }
}
