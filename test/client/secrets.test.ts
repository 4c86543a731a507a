import { inspect } from 'node:util';
import type { ClientOptions } from '../../lib/client';
import { freePort, rejection, type Respond, serveEachTest } from './support/serve';

const server = serveEachTest();

const token = { apiToken: 'CANARY-token-1234567890' };
const pair = { email: 'CANARY-mail@example.com', apiKey: 'CANARY-key-1234567890' };
const job = {
  dataset: 'http_requests',
  destination_conf:
    's3://logs/path?region=eu&access-key-id=CANARY-id&secret-access-key=CANARY%2Fse%2Bcret&session-token=CANARY-st',
  ownership_challenge: 'CANARY.challenge_of-the/destination',
};

function printed(value: unknown): string {
  const error = value instanceof Error ? `${String(value)}\n${value.stack ?? ''}\n${value.message}` : '';
  return `${error}\n${JSON.stringify(value)}\n${inspect(value, { depth: 20, showHidden: true, getters: true })}`;
}

async function create(options: Partial<ClientOptions>): Promise<string> {
  const client = server.client(options);
  return `${printed(await rejection(client.logpush.create('z', job)))}${printed(client)}`;
}

/** Echoes the request in every way a service or a proxy might. */
const echoes: Readonly<Record<string, Respond>> = {
  'an entry of a refusal': (request, response) => {
    const echo = `${JSON.stringify(request.headers)} ${request.body} ${job.destination_conf} ${job.ownership_challenge}`;
    const entry = { code: 1, message: echo, source: { pointer: echo }, documentation_url: echo };
    const body = { success: false, errors: [{ ...entry, error_chain: [entry] }, echo], messages: [entry] };
    response.writeHead(400, { 'cf-ray': 'CANARY of a ray' }).end(JSON.stringify(body));
  },
  'a page': (request, response) => {
    const echo = `${request.headers.authorization ?? ''} ${String(request.headers['x-auth-key'])}`;
    response.writeHead(200, { 'content-type': `text/html; x=${echo}` }).end(`<pre>${echo}</pre>`);
  },
  'a page with the body of the request, cut off in a secret': (request, response) => {
    response.writeHead(500).end(`${'x'.repeat(70)}${request.body}`);
  },
  'a page with the body of the request, percent-encoded': (request, response) => {
    response.writeHead(500).end(encodeURIComponent(request.body).slice(0, 900));
  },
  'an object that is no job': (request, response) => {
    const written = request.body.replaceAll('&', '\\u0026');
    response.writeHead(200).end(`{"success":true,"result":${written}}`);
  },
  'a broken connection': (_request, _response, socket) => {
    socket.destroy();
  },
  'a reply that is not HTTP': (request, _response, socket) => {
    socket.end(`NOT HTTP ${request.headers.authorization ?? ''} ${request.body}`);
  },
  'no reply': () => undefined,
};

describe.each([
  ['a token', token],
  ['a key pair', pair],
])('with %s', (_, credentials) => {
  test.each(Object.entries(echoes))('no secret is in an error made of %s', async (_name, echo) => {
    server.respond = echo;
    const text = await create({ credentials, timeoutMs: 500 });
    expect(text).toContain('/client/v4/zones/z/logpush/jobs');
    expect(text).not.toContain('CANARY');
  });
});

test('no secret is in an error about a connection or a signal', async () => {
  const port = await freePort();
  const unreachable = { credentials: pair, baseUrl: `http://127.0.0.1:${port}/client/v4` };
  expect(await create(unreachable)).not.toContain('CANARY');
  expect(await create({ credentials: pair, signal: AbortSignal.abort() })).not.toContain('CANARY');
});

test('no secret of another job, and no token in place of an id, is in an error about a list', async () => {
  server.respond = (_, response) => {
    const job = { destination_conf: 'https://user:CANARY-pw@host/?header_Authorization=CANARY-basic' };
    response.end(JSON.stringify({ success: true, result: [job] }));
  };
  const client = server.client({ credentials: { apiToken: 'CANARY-token' } });
  const error = await rejection(client.logpush.list('CANARY-token'));
  expect(printed(error)).toContain('a job without an id');
  expect(printed(error)).not.toContain('CANARY');
});

test.each([
  's3://b?region=eu&secret-access-key=CANARY-1',
  'r2://b?account-id=1&access-key-id=CANARY-1&secret-access-key=CANARY-2',
  'https://host/path?header_X-Custom=CANARY-1&tags=a',
  'splunk://host?channel=1&header_Authorization=Splunk%20CANARY-1',
  'datadog://host?header_DD-API-KEY=CANARY-1&ddsource=x',
  'azure://account.blob.core.windows.net/c?sv=2020&sig=CANARY%2B1%3D',
  'sumo://endpoint.sumologic.com/receiver/v1/http/CANARY-1==',
  'https://user:CANARY-1@host/path',
])('no secret of %s is in a refusal that quotes it', async (destination) => {
  server.respond = (_, response) => {
    const message = `'${destination}' is not a destination: ${decodeURIComponent(destination)}`;
    response.writeHead(400).end(JSON.stringify({ success: false, errors: [{ message }] }));
  };
  const error = await rejection(server.client().logpush.requestOwnership('z', destination));
  expect(printed(error)).toContain('[redacted]');
  expect(printed(error)).toContain(destination.slice(0, destination.indexOf(':')));
  expect(printed(error)).not.toContain('CANARY');
});

const webhook = {
  name: 'chat',
  url: 'https://user:CANARY-pw@hooks.example.com/services/T01/CANARY-path%2B1/?key=CANARY&wait=true#CANARY-hash',
  secret: 'CANARY of "a" webhook',
};

test.each(Object.entries(echoes))('no secret of a webhook is in an error made of %s', async (_name, echo) => {
  server.respond = echo;
  const client = server.client({ timeoutMs: 500 });
  const text = [
    printed(await rejection(client.alerting.createWebhook('a', webhook))),
    printed(await rejection(client.alerting.updateWebhook('a', 'w', webhook))),
  ].join('');
  expect(text).toContain('/client/v4/accounts/a/alerting/v3/destinations/webhooks/w');
  expect(text).not.toContain('CANARY');
});

test.each([
  'https://hooks.slack.com/services/T00000000/B00000000/CANARY',
  'https://discord.com/api/webhooks/1234567890/CANARY_1-x',
  'https://chat.googleapis.com/v1/spaces/x/messages?key=CANARY&token=CANARY%3D',
  'https://api.opsgenie.com/v1/json/integrations/webhooks/x?apiKey=CANARY-1',
  'https://user:CANARY@host/',
  'https://host?CANARY',
  'CANARY without a scheme',
])('no secret of the webhook %s is in a refusal that quotes it', async (url) => {
  server.respond = (_, response) => {
    const message = `Webhook test failed: ${url} ${encodeURIComponent(url)} ${decodeURIComponent(url)}`;
    response.writeHead(400).end(JSON.stringify({ success: false, errors: [{ code: 0, message }] }));
  };
  const error = await rejection(server.client().alerting.createWebhook('a', { name: 'x', url }));
  expect(printed(error)).toContain('0 Webhook test failed: ');
  expect(printed(error)).not.toContain('CANARY');
});

test("a part of a long URL that is quoted alone is blanked, the service's own words are not", async () => {
  server.respond = (_, response) => {
    const message =
      'Webhook test failed for the hook: CANARY-path+1 is unknown to CANARY-path%2B1, CANARY-hash';
    response.writeHead(400).end(JSON.stringify({ success: false, errors: [{ message }] }));
  };
  const error = await rejection(server.client().alerting.createWebhook('a', webhook));
  const shown = 'Webhook test failed for the hook: [redacted] is unknown to [redacted], [redacted]. Correct';
  expect(String(error)).toContain(shown);
});
