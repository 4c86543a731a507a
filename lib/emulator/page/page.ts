import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseCaller } from '../controls/callers';
import { generalRefusals, refuse } from '../http/errors';
import { json, sendFailure } from '../http/reply';
import { paramsOf, queryOf } from '../http/request';
import type { PageEvents } from './events';
import type { View } from './view';
import { own } from '../../ground/record';

interface PageParts {
  readonly host: string;
  /** The control token: of this run, and in the page alone. It is a credential of the API too. */
  readonly token: string;
  readonly views: readonly View[];
  readonly events: PageEvents;
}

/** Adds the page at `/`, its views and its events. Its changes are calls of the API and of controls, as of any client. */
export function addPage(app: FastifyInstance, { host, token, views, events }: PageParts): void {
  const refuseForeign = async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refuseCaller(request, host);
    if (refusal !== undefined) await sendFailure(reply, refusal);
  };
  const refuseWithoutToken = async (request: FastifyRequest, reply: FastifyReply) => {
    const sent = request.headers.authorization?.replace(/^Bearer /, '') ?? queryOf(request).get('token');
    if (sent !== token) await sendFailure(reply, wrongToken());
  };
  app.get('/', { onRequest: refuseForeign }, async (_request, reply) => {
    const page = await readPage();
    if (page === undefined) return sendFailure(reply, generalRefusals.noRoute('/ (the page is not built)'));
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': policyOf(page),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(page.replace('content="CONTROL_TOKEN"', `content="${token}"`));
  });
  const onRequest = [refuseForeign, refuseWithoutToken];
  app.get(`${pageRoot}/events`, { onRequest }, (_request, reply) => {
    reply.hijack();
    events.open(reply.raw);
  });
  for (const { path, read } of views)
    app.get(pageRoot + path, { onRequest }, (request, reply) => {
      const params = paramsOf(request);
      const value = read({
        param: (name) => own(params, name) ?? '',
        query: queryOf(request),
        bytes: new Uint8Array(),
      });
      return reply.type(json).header('cache-control', 'no-store').send(JSON.stringify(value));
    });
}

const pageRoot = '/__emulator/page';

function wrongToken() {
  return refuse(403, 1000, 'the control token is not that of this run; reload the page');
}

/** The page as the build wrote it beside this module; undefined where the sources run without a build. */
async function readPage(): Promise<string | undefined> {
  return readFile(join(__dirname, 'page.html'), 'utf8').catch(() => undefined);
}

/** Only the script and the styles of the page itself, and calls of this emulator. Nobody may frame the page. */
function policyOf(page: string): string {
  const hashes = (tag: string) =>
    [...page.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'g'))]
      .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join(' ');
  return [
    "default-src 'none'",
    `script-src ${hashes('script')}`,
    `style-src ${hashes('style')}`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
