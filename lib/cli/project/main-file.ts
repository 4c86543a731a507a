import type { WrittenObject } from '../../hcl/template';
import { writtenCode } from './objects/construct';
import type { Host } from './host';
import { packageName } from './package-name';
import { SourceFile } from './source-file';
import { call, declaration, name, object, plainText, statement } from './typescript';

export interface Callee {
  readonly from: string;
  readonly callee: string;
}

/** A stack with the provider, and the functions that declare its constructs. */
export interface StackCode {
  readonly comment?: string;
  readonly constant: string;
  readonly id: string;
  readonly needsCurrentLimits?: boolean;
  /** Arguments of the provider that no prop sets. */
  readonly overrides?: WrittenObject;
  readonly calls: readonly Callee[];
}

/**
 * Writes `main.ts`: the app with its stacks.
 *
 * @param beforeSynth - a call before `app.synth()`, which the code needs until the first deploy
 */
export function mainFile(
  host: Host,
  stacks: readonly StackCode[],
  beforeSynth?: Callee & { readonly comment: string; readonly argument: string },
): string {
  const file = new SourceFile(host);
  file.add(`const app = new ${file.import('cdktf', 'App')}();`);
  for (const stack of stacks) file.add(...stackLines(stack, file));
  if (beforeSynth !== undefined) {
    const { from, callee, comment, argument } = beforeSynth;
    file.add(`// ${comment}`, `${file.import(from, callee)}(${argument});`);
  }
  file.add('app.synth();');
  return file.toString();
}

function stackLines(stack: StackCode, file: SourceFile): string[] {
  const { comment, constant, id, needsCurrentLimits = false, overrides = {}, calls } = stack;
  const made = call(`new ${file.import('cdktf', 'TerraformStack')}`, name('app'), plainText(id));
  const provider = call(
    `new ${file.import(packageName, 'EdgeProvider')}`,
    ...[name(constant), plainText('edge')],
    ...(needsCurrentLimits
      ? [object({ customFieldLimits: name(`${file.import(packageName, 'CustomFieldLimits')}.CURRENT`) })]
      : []),
  );
  const given = Object.entries(overrides);
  return [
    ...(comment === undefined ? [] : [comment]),
    declaration('const', constant, made),
    given.length === 0 ? statement(provider) : declaration('const', 'edge', provider),
    ...given.map(([argument, each]) =>
      statement(call('edge.addOverride', plainText(argument), writtenCode(each))),
    ),
    ...calls.map(({ from, callee }) => `${file.import(from, callee)}(${constant});`),
  ];
}
