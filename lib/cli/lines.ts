import { limits } from '../ground/limits';

/**
 * The lines of a stream; undefined for one that is longer than a limit, of which nothing is kept.
 *
 * @param most - characters of a line
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  most: number = limits.line,
): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
  // Joined once: a text that grows piece by piece would be copied for each.
  let open: string[] = [];
  let length = 0;
  const line = () => (length > most ? undefined : open.join(''));
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    length += first.length;
    if (length <= most) open.push(first);
    else open = [];
    const last = others.pop();
    if (last === undefined) continue;
    yield line();
    yield* others;
    open = [last];
    length = last.length;
  }
  if (length > 0) yield line();
}
