// Makes the calls that it reads from stdin, one JSON object per line, with the TypeScript SDK, and prints one line of JSON for each.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'package.json'));
const { default: Cloudflare, APIError } = require('cloudflare');

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await answer(JSON.parse(line))));

async function answer(call) {
  const client = new Cloudflare({
    baseURL: call.baseUrl,
    apiToken: call.token,
    maxRetries: call.retries,
    logLevel: 'off',
  });
  const { method, sent } = find(client, call);
  if (method === undefined) return { fault: `the SDK has no ${call.operation}` };
  try {
    const result = await method(...sent);
    return { result: await plain(result), faults: [], sent };
  } catch (error) {
    if (!(error instanceof APIError) || error.status === undefined)
      return { fault: String(error?.stack ?? error) };
    return { refusal: { status: error.status, codes: error.errors.map(({ code }) => code) } };
  }
}

/** The method that `load_balancers.pools.create` names, and its arguments: one part of the path may come first. */
function find(client, { operation, path, query = {}, body = {} }) {
  const names = operation
    .split('.')
    .map((name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()));
  const verb = names.pop();
  const resource = names.reduce((parent, name) => parent?.[name], client);
  const method = resource?.[verb]?.bind(resource);
  if (method === undefined) return {};
  const [first = ''] = /\((.*?)[,)]/.exec(String(resource[verb])).slice(1);
  const isFirst = ([name]) => name.replaceAll('_', '').toLowerCase() === first.toLowerCase();
  const params = {
    ...Object.fromEntries(path.filter((part) => !isFirst(part))),
    ...nested(query),
    ...(Array.isArray(body) ? { body } : body),
  };
  return {
    method,
    sent: [
      ...path.filter(isFirst).map(([, value]) => value),
      ...(Object.keys(params).length > 0 ? [params] : []),
    ],
  };
}

/** A parameter such as `account.name` is a member of the parameter `account`. */
function nested(query) {
  const params = {};
  for (const [name, value] of Object.entries(query)) {
    const [parent, member] = name.split('.');
    if (member === undefined) params[name] = value;
    else params[parent] = { ...params[parent], [member]: value };
  }
  return params;
}

async function plain(result) {
  if (result?.[Symbol.asyncIterator] === undefined) return result ?? null;
  const items = [];
  for await (const item of result) items.push(item);
  return items;
}
