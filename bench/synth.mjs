// Building and synthesizing many constructs, beside the generated bindings of the registry's Cloudflare provider: CPU time,
// each measurement in a process of its own. For the registry's provider, a zone migration is the ruleset that it ends with.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { alternate, compare } from './support/measure.mjs';
import { dist, root } from './support/paths.mjs';
import { workloads } from './support/synth-workloads.mjs';

export const name = 'synth';

const program = join(root, 'bench/support/synth-workloads.mjs');

/** `only` chooses the rows whose name contains it. */
export async function run({ rounds = 3, only = '', before }) {
  const rows = [];
  for (const { row, count, peerName } of workloads.filter((each) => each.row.includes(only))) {
    const { ours, ...peers } = await alternate(rounds, {
      ours: () => measure(row, 'ours', dist),
      [peerName]: () => measure(row, 'peer'),
      ...(before && { before: () => measure(row, 'ours', before) }),
    });
    for (const [title, peer] of Object.entries(peers))
      rows.push(
        compare({
          row: `synth, ${row}`,
          unit: 'CPU s',
          ours: ours.cpuSeconds,
          peer: peer.cpuSeconds,
          peerName: title,
          oursMsEach: (ours.cpuSeconds / count) * 1000,
          peerMsEach: (peer.cpuSeconds / count) * 1000,
        }),
      );
  }
  return rows;
}

async function measure(row, ...contender) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, row, ...contender]);
  return { cpuSeconds: Number(stdout) };
}
