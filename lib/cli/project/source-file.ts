import { compare } from '../../ground/compare';
import { widthOf } from '../layout';
import { hosts, type Host } from './host';
import { packageName } from './package-name';
import { lineWidth } from './typescript';
import { quote } from './text';

/** A file of TypeScript: collects what it imports while its code is written. */
export class SourceFile {
  readonly #imports = new Map<string, Map<string, 'type' | 'value'>>();
  readonly #blocks: string[] = [];

  public constructor(private readonly host: Host) {}

  /**
   * Imports a name. `cdktf` stands for the host, and the name of this package for its constructs, as in the code of this package.
   *
   * @returns the name
   */
  public import(from: string, imported: string): string {
    this.#add(from, imported, 'value');
    return imported;
  }

  /** Imports a name that only types use. @returns the name */
  public importType(from: string, imported: string): string {
    if (this.#imports.get(from)?.get(imported) !== 'value') this.#add(from, imported, 'type');
    return imported;
  }

  /** Adds lines behind an empty line. */
  public add(...lines: readonly string[]): void {
    this.#blocks.push(lines.join('\n'));
  }

  public toString(): string {
    const modules = [...this.#imports].sort(([a], [b]) => rankOf(a) - rankOf(b) || compareNames(a, b));
    const imports = modules.map(([from, names]) => importLine(this.#moduleOf(from), names)).join('\n');
    return [...(imports === '' ? [] : [imports]), ...this.#blocks].map((block) => `${block}\n`).join('\n');
  }

  #moduleOf(from: string): string {
    if (from === 'cdktf') return this.host;
    return from === packageName ? hosts[this.host].constructs : from;
  }

  #add(from: string, imported: string, as: 'type' | 'value'): void {
    const names = this.#imports.get(from) ?? new Map<string, 'type' | 'value'>();
    names.set(imported, as);
    this.#imports.set(from, names);
  }
}

function importLine(from: string, imported: ReadonlyMap<string, 'type' | 'value'>): string {
  const sorted = [...imported].sort(([a], [b]) => compareNames(a, b));
  const isOfTypes = sorted.every(([, as]) => as === 'type');
  const names = sorted.map(([each, as]) => (as === 'type' && !isOfTypes ? `type ${each}` : each));
  const keyword = isOfTypes ? 'import type' : 'import';
  const line = `${keyword} { ${names.join(', ')} } from ${quote(from)};`;
  // The formatter does not break the braces of a single name.
  if (names.length === 1 || widthOf(line) <= lineWidth) return line;
  return [`${keyword} {`, ...names.map((each) => `  ${each},`), `} from ${quote(from)};`].join('\n');
}

/** Packages first, then the files of the project, those of outer folders first. */
function rankOf(module: string): number {
  return module.startsWith('./') ? 2 : module.startsWith('../') ? 1 : 0;
}

/** Orders names without regard to case, the same in every locale. */
function compareNames(a: string, b: string): number {
  return compare(a.toLowerCase(), b.toLowerCase()) || compare(a, b);
}
