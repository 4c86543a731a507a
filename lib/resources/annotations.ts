import { printable } from '../ground/visible';

/** The types of metadata that cdktf prints without ending the synth. It reports errors itself. */
const labels = new Map([
  ['@cdktf/warn', 'Warning'],
  ['@cdktf/info', 'Info'],
]);

interface Annotated {
  readonly node: {
    readonly path: string;
    readonly metadata: readonly { readonly type: string; readonly data: unknown }[];
    findAll(): readonly Annotated[];
  };
}

const columns = 80;
const indentation = '  ';
const shown = new WeakSet<Annotated>();

/** Shows annotations once, unless the command of a CDK reads them from the manifest: it sets a variable, so that errors do not end the app. */
export function showAnnotations(
  stack: Annotated,
  env: NodeJS.ProcessEnv,
  show: (line: string) => void,
): void {
  if (env.CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS !== undefined || shown.has(stack)) return;
  shown.add(stack);
  for (const construct of stack.node.findAll())
    for (const { type, data } of construct.node.metadata) {
      const label = labels.get(type);
      if (label !== undefined) hang(`${label}: [${construct.node.path}] ${String(data)}`).forEach(show);
    }
}

/** Wraps a text into lines of the usual width; all but the first are indented. A longer word stays whole: a reader copies it. */
function hang(text: string): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let open: string | undefined;
    for (const word of printable(paragraph).split(' ')) {
      if (open !== undefined && open.length + 1 + word.length <= columns) open = `${open} ${word}`;
      else {
        if (open !== undefined) lines.push(open);
        open = lines.length === 0 && open === undefined ? word : indentation + word;
      }
    }
    if (open !== undefined) lines.push(open);
  }
  return lines;
}
