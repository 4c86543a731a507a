import { findBody, type SourceAttribute, type SourceBlock, type SourceBody } from '../../../hcl/blocks';
import { rewriteExpression } from '../../../hcl/expressions';
import { HclFile } from '../../../hcl/file';
import { printBlocks, verbatim, type Attribute, type Block } from '../../../hcl/print';
import { toCode, toExpression } from '../../../hcl/to-expression';
import type { ConvertedObject } from '../model';
import { sourcesIn } from '../blocks';
import type { Change, FileChanges, Member, Renames } from './changes';
import { remarkLines } from './remark-lines';

/**
 * The text of a file in HCL with its changes.
 *
 * @param blocksOf - the blocks of an object
 */
export function applyToHcl(
  { file: old, blocks, added, renames }: FileChanges,
  blocksOf: (object: ConvertedObject) => readonly Block[],
): string {
  const file = new HclFile(old.text);
  for (const [key, block] of sourcesIn(old))
    new BlockApplier(file, block, renames).apply(blocks.get(key) ?? [], blocksOf);
  if (added.length > 0) file.append(printBlocks(added.flatMap(blocksOf)));
  return file.toString();
}

class BlockApplier {
  readonly #set = new Set<number>();

  public constructor(
    private readonly file: HclFile,
    private readonly block: SourceBlock,
    private readonly renames: Renames,
  ) {}

  public apply(changes: readonly Change[], blocksOf: (object: ConvertedObject) => readonly Block[]): void {
    const { file, block } = this;
    const removed = new Set(changes.flatMap((each) => (each.kind === 'unset' ? each.names : [])));
    const staying = removed.size > 0 ? file.unset(block, removed) : undefined;
    for (const change of changes)
      switch (change.kind) {
        case 'remove':
          file.remove({ start: change.withComments ? block.commentsStart : block.start, end: block.end });
          break;
        case 'replace':
          file.replace(block, printBlocks(change.objects.flatMap(blocksOf)).replace(/\n$/, ''));
          break;
        case 'set': {
          const attribute = this.#attribute(change.path);
          if (attribute === undefined) break;
          file.replace(attribute.value, toCode(change.value));
          this.#set.add(attribute.start);
          break;
        }
        case 'insert':
          this.#insert(change.members, change.inner);
          break;
        case 'append':
          this.#append(change);
          break;
        case 'comment':
          file.comment((file.find(block, change.path) ?? block).start, remarkLines(change.remark));
          break;
        case 'unset':
        case 'refer':
          break;
      }
    if (changes.some(({ kind }) => kind === 'refer')) this.#refer(staying ?? findBody(file.text, block));
  }

  #insert(members: Readonly<Record<string, Member>>, inner: string | undefined): void {
    const { file, block } = this;
    const target = inner === undefined ? block : file.find(block, [inner]);
    if (target === undefined) return;
    if ('value' in target) {
      for (const [name, member] of Object.entries(members)) file.addMember(target, name, codeOf(member));
      return;
    }
    const attributes = Object.entries(members).map(([name, member]): Attribute => ({
      name,
      value: 'name' in member ? verbatim(member.name) : toExpression(member.value, { isExpanded: true }),
    }));
    const lines = printBlocks([{ head: '', body: attributes }])
      .split('\n')
      .slice(1, -2);
    file.insert(
      target,
      lines.map((line) => line.slice(2)),
      { isSpaced: inner === undefined },
    );
  }

  #append({ inner, list, names }: Extract<Change, { kind: 'append' }>): void {
    const { file, block } = this;
    const code = `${list} = [${names.join(', ')}]`;
    const nested = file.find(block, [inner]);
    if (nested === undefined) {
      file.insert(block, [`${inner} {`, `  ${code}`, '}']);
      return;
    }
    const attribute = this.#attribute([inner, list]);
    if (attribute !== undefined) file.addItems(attribute, names);
    else if (!('value' in nested)) file.insert(nested, [code]);
  }

  #refer(body: SourceBody): void {
    const { file, renames } = this;
    for (const attribute of body.attributes) {
      if (this.#set.has(attribute.start)) continue;
      if (attribute.name === 'depends_on') file.mapItems(attribute, (code) => renames.dependency(code));
      else {
        const code = file.slice(attribute.value);
        const referred = rewriteExpression(code, (traversal) => renames.reference(traversal));
        if (referred !== code) file.replace(attribute.value, referred);
      }
    }
    for (const block of body.blocks) this.#refer(findBody(file.text, block));
  }

  #attribute(path: readonly (string | number)[]): SourceAttribute | undefined {
    const found = this.file.find(this.block, path);
    return found !== undefined && 'value' in found ? found : undefined;
  }
}

function codeOf(member: Member): string {
  return 'name' in member ? member.name : toCode(member.value);
}
