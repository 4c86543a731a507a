import { walk } from './walk';

interface Node {
  readonly address: string;
  readonly needs: readonly string[];
}

const node = (address: string, ...needs: string[]): Node => ({ address, needs });

/** Walks nodes whose actions end when they are told to, and shows what is begun. */
function begin(nodes: readonly Node[], parallelism: number) {
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const finished = walk(nodes, {
    needs: ({ needs }) => needs,
    parallelism,
    action: ({ address }) => {
      begun.push(address);
      return new Promise((resolve, reject) => {
        ends.set(address, (failure) => {
          if (failure === undefined) resolve();
          else reject(failure);
        });
      });
    },
  });
  const end = async (address: string, failure?: Error) => {
    ends.get(address)?.(failure);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, end, finished };
}

describe('A walk', () => {
  it('begins as many nodes as allowed, in their order', async () => {
    const { begun, end, finished } = begin([node('a'), node('b'), node('c')], 2);
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    await finished;
  });

  it('begins a node when all that it needs has ended, and ignores needs that are not walked', async () => {
    const { begun, end, finished } = begin([node('a', 'b', 'other'), node('b')], 10);
    expect(begun).toEqual(['b']);
    await end('b');
    expect(begun).toEqual(['b', 'a']);
    await end('a');
    await finished;
  });

  it('begins nothing after a failure, and fails when all that runs has ended', async () => {
    const { begun, end, finished } = begin([node('a'), node('b'), node('c')], 2);
    const failed = jest.fn();
    finished.catch(failed);
    await end('a', new Error('no'));
    expect(begun).toEqual(['a', 'b']);
    expect(failed).not.toHaveBeenCalled();
    await end('b');
    expect(failed).toHaveBeenCalledWith(new Error('no'));
  });

  it('fails for nodes that need each other', async () => {
    await expect(begin([node('a', 'b'), node('b', 'a')], 10).finished).rejects.toThrow('Cycle: a, b');
  });
});
