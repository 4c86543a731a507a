/**
 * Measures contenders in turns, so that what else the machine does meets all of them alike, and each round in the reverse
 * order of the one before. Each contender is a function that resolves to one sample, an object of numbers. The first
 * round is a warm-up, unless `warmUps` is 0. Returns each contender's medians.
 */
export async function alternate(rounds, contenders, warmUps = 1) {
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 1 - warmUps; round <= rounds; round += 1) {
    const turns = Object.entries(contenders);
    for (const [name, measure] of round % 2 === 0 ? turns : turns.reverse()) {
      const sample = await measure();
      if (round > 0) samples[name].push(sample);
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, all]) => [name, medians(all)]));
}

/** One row of the table. */
export function compare({ row, unit, ours, peer, peerName, ...more }) {
  return { row, unit, ours, peer, peerName, ratio: ours / peer, ...more };
}

function medians(samples) {
  return Object.fromEntries(
    Object.keys(samples[0]).map((key) => [key, median(samples.map((each) => each[key]))]),
  );
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
