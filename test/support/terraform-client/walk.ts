interface Walk<Node> {
  /** Addresses of the nodes that have to be done before a node. Those that are not in the walk are ignored. */
  readonly needs: (node: Node) => readonly string[];
  readonly action: (node: Node) => Promise<void>;
  /** How many actions run at once. */
  readonly parallelism: number;
}

/**
 * Runs an action for each node, in the order of the nodes as far as what they need allows. After a failure nothing more is
 * begun; the walk fails when all that runs has ended, as Terraform does.
 */
export async function walk<Node extends { readonly address: string }>(
  nodes: readonly Node[],
  { needs, action, parallelism }: Walk<Node>,
): Promise<void> {
  const waiting = new Map(nodes.map((node) => [node.address, node]));
  const running = new Map<Node, Promise<void>>();
  const failures: unknown[] = [];
  const isOpen = (address: string) =>
    waiting.has(address) || [...running.keys()].some((node) => node.address === address);
  const begin = (node: Node) => {
    waiting.delete(node.address);
    const ended = action(node)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(node));
    running.set(node, ended);
  };
  while (waiting.size > 0 || running.size > 0) {
    for (const node of waiting.values())
      if (failures.length === 0 && running.size < parallelism && !needs(node).some(isOpen)) begin(node);
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (failures.length > 0) throw failures[0];
  if (waiting.size > 0) throw new Error(`Cycle: ${[...waiting.keys()].join(', ')}`);
}
