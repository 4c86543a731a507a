// `edge-platform logs preview` beside DuckDB, jq and mlr (where it is installed) with the same selection of lines and fields:
// processor time, elapsed time and peak memory of one process each, its start included. Needs jq and GNU time, and 2 GB
// for the lines, which are random with a fixed seed (support/log-lines.mjs) and are removed afterwards.
// One case in seconds: node bench/run.mjs logs-preview --only csv. Cases: support/preview-cases.mjs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alternate, compare } from './support/measure.mjs';
import { writeLines } from './support/log-lines.mjs';
import { cases, samples } from './support/preview-cases.mjs';
import { peers as commandsOfPeers, preview } from './support/preview-programs.mjs';
import { measureProgram } from './support/programs.mjs';

export const name = 'logs-preview';

export async function run({ rounds = 3, only }) {
  const chosen = cases.filter((each) => only === undefined || only.includes(each.name));
  if (chosen.length === 0)
    throw new Error(`--only: there is no such case. Cases: ${cases.map((each) => each.name).join(', ')}.`);
  const folder = mkdtempSync(join(tmpdir(), 'edge-bench-'));
  try {
    const written = new Map();
    const sampleOf = async (sample) => {
      const path = join(folder, `${sample}.ndjson`);
      if (!written.has(sample))
        written.set(sample, { path, rayIds: await writeLines(path, samples[sample]) });
      return written.get(sample);
    };
    const rows = [];
    for (const each of chosen) {
      console.error(`  ${each.name}`);
      rows.push(...(await runCase(each, { sample: await sampleOf(each.sample), folder, rounds })));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runCase({ name: id, title, job, peers, isOnce = false }, { sample, folder, rounds }) {
  const jobFile = join(folder, `${id}.json`);
  const ours = preview(job, sample.path, jobFile);
  writeFileSync(jobFile, JSON.stringify(ours.job));
  const present = Object.keys(peers).flatMap((peer) => {
    const command = commandsOfPeers[peer](job, sample.path);
    return command === undefined ? [] : [{ peer, command, agrees: peers[peer] }];
  });
  const notes = join(folder, 'time.txt');
  const outputOf = async (command, file) => {
    const output = join(folder, file);
    await measureProgram(command, { notes, output });
    return readFileSync(output);
  };
  const expected = await outputOf(ours.command, 'ours.txt');
  for (const { peer, command, agrees } of present) {
    if (agrees === undefined) continue;
    const actual = await outputOf(command, 'peer.txt');
    const isSame =
      agrees === 'bytes'
        ? actual.equals(expected)
        : sameLines(job.isWhy ? deliveredOf(expected, sample.rayIds) : raysIn(expected), raysIn(actual));
    if (!isSame) throw new Error(`${id}: preview and ${peer} do not select the same lines`);
  }
  const contender = (command) => () => measureProgram(command, { notes });
  const contenders = {
    preview: contender(ours.command),
    ...Object.fromEntries(present.map(({ peer, command }) => [peer, contender(command)])),
  };
  const results = await (isOnce ? alternate(1, contenders, 0) : alternate(rounds, contenders));
  return present.flatMap(({ peer }) => rowsOf(title, results.preview, peer, results[peer]));
}

function rowsOf(title, ours, peerName, peer) {
  const figures = [
    ['CPU', 's', 'cpuSeconds'],
    ['elapsed', 's', 'seconds'],
    ['memory', 'MB', 'peakMb'],
  ];
  return figures.map(([what, unit, figure]) =>
    compare({ row: `preview, ${title}, ${what}`, unit, ours: ours[figure], peer: peer[figure], peerName }),
  );
}

/** The Ray IDs of records whose first field it is: a cell of csv may have line breaks, which no other text begins. */
function raysIn(output) {
  const text = output.toString();
  return Array.from(text.matchAll(/^(?:\{"RayID": ?)?"([0-9a-f]{16})"/gm), ([, rayId]) => rayId);
}

/** The lines that `--why` does not explain, since they are delivered. */
function deliveredOf(output, rayIds) {
  const numbers = Array.from(
    output.toString().matchAll(/^line (\d+) {2}/gm),
    ([, number]) => Number(number) - 1,
  );
  const dropped = new Set(numbers);
  return rayIds.filter((_, index) => !dropped.has(index));
}

function sameLines(ours, theirs) {
  return ours.length === theirs.length && ours.every((rayId, index) => rayId === theirs[index]);
}
