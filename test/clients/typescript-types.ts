import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Made } from './play';

/**
 * Checks arguments and results of calls against the types of the TypeScript SDK in the folder, which it does not check itself: the
 * values are the literals of a program.
 *
 * @returns a line for each value that is not of its type. Members that a type does not have are none: the service adds some.
 */
export function findTypeFaults(folder: string, calls: readonly Made[]): readonly string[] {
  const file = join(folder, 'calls.ts');
  const checked = calls.filter(
    ({ operation, answer }) => answer.result !== undefined && operation.untyped === undefined,
  );
  writeFileSync(file, [head, ...checked.map(writeCall)].join('\n'));
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.asynciterable.d.ts'],
    types: [],
    strict: true,
    // The types say of few members that the service sends null.
    strictNullChecks: false,
    noEmit: true,
    skipLibCheck: true,
  });
  const source = program.getSourceFile(file);
  const text = readFileSync(file, 'utf8');
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    .filter(({ code }) => !excessMembers.includes(code))
    .map(({ messageText, start = 0 }) => {
      const line = text.slice(0, start).split('\n').length;
      const call = checked[Math.floor((line - head.split('\n').length - 1) / linesPerCall)];
      return `${call?.operation.operation ?? 'the program'}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
}

/** "Object literal may only specify known properties", without and with a suggestion. */
const excessMembers: readonly number[] = [2353, 2561];

const head = `import Cloudflare from 'cloudflare';
declare const client: Cloudflare;
type Shown<Result> = [Result] extends [void] ? unknown : Result extends AsyncIterable<infer Item> ? Item[] : Result;`;

const linesPerCall = 2;

function writeCall({ operation, answer: { sent = [], result } }: Made, index: number): string {
  const method = operation.operation.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const values = sent.map((value) => JSON.stringify(value)).join(', ');
  return `const call${index} = () => client.${method}(${values});
export const result${index}: Shown<Awaited<ReturnType<typeof call${index}>>> = ${JSON.stringify(result)};`;
}
