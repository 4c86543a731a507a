import type { ResourceCode } from './code';
import { codes, type ResourceType } from './index';

const byType: ReadonlyMap<string, ResourceCode<ResourceType>> = new Map(
  codes.map((code) => [code.contract.typeName, code]),
);

export function codeOf(typeName: ResourceType): ResourceCode<ResourceType> {
  const code = byType.get(typeName);
  if (code === undefined) throw new Error(`no resource ${typeName}`);
  return code;
}
