import type { OldConfiguration, OldResource } from '../model';
import { isWrittenObject, type Written, type WrittenObject } from '../template';
import { codeIn } from './expressions';

/** Whether code refers to a resource by `type.name` or `data.type.name`. */
export function mentions(written: Written, reference: string): boolean {
  return patternOf(reference).test(codeIn(written));
}

function patternOf(reference: string): RegExp {
  return new RegExp(`(?<![\\w.-])${reference.replaceAll('.', String.raw`\.`)}(?![\\w-])`);
}

export function referenceOf({ mode, type, name }: Pick<OldResource, 'mode' | 'type' | 'name'>): string {
  return `${mode === 'data' ? 'data.' : ''}${type}.${name}`;
}

/** Whether a block of the module that stays refers to a resource. */
export function isUsedByOthers(
  resource: OldResource,
  replaced: readonly OldResource[],
  { modules }: OldConfiguration,
): boolean {
  const reference = referenceOf(resource);
  const isReplaced = (mode: string, type: string, name: string) =>
    [resource, ...replaced].some(
      (each) =>
        each.mode === mode && each.type === type && each.name === name && each.module === resource.module,
    );
  const files = modules.find(({ path }) => path === resource.module)?.files ?? [];
  return files.some(({ content }) =>
    Object.entries(content as WrittenObject).some(([section, body]) => {
      const mode = section === 'resource' ? 'managed' : section === 'data' ? 'data' : undefined;
      if (mode === undefined || !isWrittenObject(body)) return mentions(body, reference);
      return Object.entries(body).some(
        ([type, blocks]) =>
          isWrittenObject(blocks) &&
          Object.entries(blocks).some(
            ([name, block]) => !isReplaced(mode, type, name) && mentionsAnywhere(block, reference),
          ),
      );
    }),
  );
}

/** `depends_on` has references without the marks of an expression in the form of hcl2json too. */
function mentionsAnywhere(block: Written, reference: string): boolean {
  return mentions(block, reference) || patternOf(reference).test(JSON.stringify(dependsOnOf(block)));
}

function dependsOnOf(block: Written): unknown {
  const bodies = (Array.isArray(block) ? block : [block]) as readonly Written[];
  return bodies.map((body) => (isWrittenObject(body) ? (body.depends_on ?? []) : []));
}
