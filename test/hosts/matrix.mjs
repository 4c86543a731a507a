// The combinations in which the package has to work.
import { createHash } from 'node:crypto';

/** The oldest supported Node.js 20, and the newest of each later line. */
export const nodeVersions = ['20.19.0', '22.23.3', '24.21.0', '26.10.0'];

const dimensions = {
  host: ['cdktf', 'cdktn', 'hcl'],
  module: ['cjs', 'esm'],
  // Yarn 1, and the current Yarn, which its authors call Berry.
  manager: ['npm', 'pnpm', 'yarn', 'berry'],
  tool: ['terraform', 'tofu'],
};

export const choices = {
  ...dimensions,
  node: [...nodeVersions.map((version) => version.split('.')[0]), 'current'],
};

/** All cells that match the options, or `sample` of them, chosen by the seed alone. */
export function chooseCells({ node, sample, seed, ...chosen }) {
  const versions = node ?? choices.node.filter((each) => each !== 'current');
  const cells = versions.flatMap((each) => {
    const version =
      each === 'current' ? process.versions.node : nodeVersions.find((known) => known.startsWith(`${each}.`));
    return rows(chosen).map((row) => ({ ...row, node: version, isCurrent: each === 'current' }));
  });
  if (sample === undefined) return cells;
  const rank = (cell) =>
    createHash('sha256')
      .update(`${seed} ${rowName(cell)} ${cell.node}`)
      .digest('hex');
  const ranks = cells.map(rank);
  const limit = ranks.toSorted()[sample];
  return cells.filter((_, index) => limit === undefined || ranks[index] < limit);
}

function rows(chosen) {
  const [hosts, modules, managers, tools] = Object.keys(dimensions).map((name) =>
    dimensions[name].filter((each) => chosen[name]?.includes(each) ?? true),
  );
  return hosts.flatMap((host) =>
    modules.flatMap((module) =>
      tools.flatMap((tool) =>
        managers
          // The package manager matters up to the installation, which is the same for both tools.
          .filter((manager) => tool === 'terraform' || manager === 'npm')
          .map((manager) => ({ host, module, manager, tool })),
      ),
    ),
  );
}

export function rowName({ host, module, manager, tool }) {
  return [host.padEnd(5), module, manager.padEnd(5), tool.padEnd(9)].join('  ');
}

export function cellName({ host, module, manager, tool, node }) {
  return [host, module, manager, tool, `node${node}`].join('-');
}
