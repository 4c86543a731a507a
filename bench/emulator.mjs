// How many requests a second the emulator answers, beside mock servers that know the same paths and nothing of the service:
// Prism from an OpenAPI document and json-server from a file. The answers have the same result; only the emulator checks
// credentials and what it is sent.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fetch, Pool } from 'undici';
import { alternate, compare } from './support/measure.mjs';
import { root } from './support/paths.mjs';
import { startEmulator, startPeer } from './support/servers.mjs';

export const name = 'emulator';

const command = (file) => join(root, 'bench/node_modules/.bin', file);
const connections = 8;
const sampleMs = 2000;
const job = {
  name: 'requests',
  dataset: 'http_requests',
  destination_conf: 'https://logs.example.com/requests',
};

const update = { destination_conf: job.destination_conf, enabled: true };

export async function run({ rounds = 5, before }) {
  const folder = mkdtempSync(join(tmpdir(), 'edge-bench-'));
  const servers = [];
  try {
    const startOurs = async (build) => {
      const emulator = await startEmulator([], build);
      servers.push(emulator);
      return withJob(emulator);
    };
    const ours = await startOurs();
    const { path, created } = ours;

    const document = join(folder, 'openapi.json');
    writeFileSync(document, JSON.stringify(openApi(path, created)));
    const prism = await startPeer(
      (port) => [command('prism'), 'mock', document, '--port', String(port), '--multiprocess', 'false'],
      path,
    );
    servers.push(prism);

    const [database, routes] = ['db.json', 'routes.json'].map((file) => join(folder, file));
    writeFileSync(database, JSON.stringify({ job: created }));
    writeFileSync(routes, JSON.stringify({ [path]: '/job' }));
    const jsonServer = await startPeer(
      (port) => [command('json-server'), database, '--routes', routes, '--port', String(port), '--quiet'],
      path,
    );
    servers.push(jsonServer);

    const contenders = {
      ours,
      Prism: { ...ours, origin: prism.url },
      'json-server': { ...ours, origin: jsonServer.url },
      ...(before && { before: await startOurs(before) }),
    };
    for (const [server, each] of Object.entries(contenders)) {
      const body = await (await fetch(`${each.origin}${each.path}`, { headers: each.headers })).json();
      if (body.result?.id !== each.created.result.id)
        throw new Error(`${server} does not answer with the job`);
    }
    const rows = [];
    for (const [method, body] of [['GET'], ['PUT', JSON.stringify(update)]]) {
      const { ours, ...peers } = await alternate(
        rounds,
        Object.fromEntries(
          Object.entries(contenders).map(([server, { origin, ...request }]) => [
            server,
            () => load(origin, { method, path: request.path, headers: request.headers, body }),
          ]),
        ),
      );
      for (const [peerName, peer] of Object.entries(peers))
        rows.push(
          compare({
            row: `emulator, ${method} of a job`,
            unit: '/s',
            ours: ours.perSecond,
            peer: peer.perSecond,
            peerName,
          }),
        );
    }
    return rows;
  } finally {
    for (const server of servers) await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a job: how to request it, and the answer. */
async function withJob({ url, token }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (method, path, body) => {
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}`);
    return response.json();
  };
  const [zone] = (await send('GET', '/zones')).result;
  const jobs = `/zones/${zone.id}/logpush/jobs`;
  const created = await send('POST', jobs, job);
  const { origin, pathname } = new URL(url);
  return { origin, path: `${pathname}${jobs}/${created.result.id}`, headers, created };
}

/** Requests for some seconds over a few connections, each sending the next when the last is answered. */
async function load(origin, request) {
  const pool = new Pool(origin, { connections });
  const start = performance.now();
  let count = 0;
  const sendAll = async () => {
    while (performance.now() - start < sampleMs) {
      const { statusCode, body } = await pool.request(request);
      await body.dump();
      if (statusCode !== 200) throw new Error(`${origin} answered with ${statusCode}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, sendAll));
  const perSecond = count / ((performance.now() - start) / 1000);
  await pool.close();
  return { perSecond };
}

function openApi(path, example) {
  const response = { 200: { description: 'a job', content: { 'application/json': { example } } } };
  const requestBody = {
    content: { 'application/json': { schema: { type: 'object', required: ['enabled'] } } },
  };
  return {
    openapi: '3.0.3',
    info: { title: 'jobs', version: '1' },
    paths: { [path]: { get: { responses: response }, put: { requestBody, responses: response } } },
  };
}
