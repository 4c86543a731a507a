import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { own } from '../../ground/record';
import { messageOf } from '../../ground/words';
import { refuseCallers } from '../controls/callers';
import { ApiRefusal, generalRefusals, refuse } from '../http/errors';
import { sendFailure } from '../http/reply';
import { paramsOf, pathOf, queryOf } from '../http/request';
import type { PageEvents } from './events';
import type { Page } from './page';

interface PageParts {
  readonly host: string;
  /** The control token: of this run, and in the pages alone. It is a credential of the API too. */
  readonly token: string;
  readonly pages: readonly Page[];
  readonly events: PageEvents;
}

const parts = ['Zones', 'Traffic', 'Pools', 'Requests', 'World'];

/** Adds the pages of the dashboard and their events. Their changes are calls of the API and of controls, as of any client. */
export function addPages(app: FastifyInstance, { host, token, pages, events }: PageParts): void {
  const onRequest = refuseCallers(host);
  app.get('/', { onRequest }, (_request, reply) => reply.redirect('/zones'));
  app.get('/__emulator/page/events', { onRequest }, (request, reply) => {
    if (queryOf(request).get('token') !== token)
      return sendFailure(
        reply,
        refuse(403, 1000, 'the control token is not that of this run; reload the page'),
      );
    reply.hijack();
    events.open(reply.raw);
    return reply;
  });
  const missing = [...parts.map((part) => `/${part.toLowerCase()}/*`), '/:part'];
  const fail = () => {
    throw refuse(404, 1000, '');
  };
  for (const { path, render } of [...pages, ...missing.map((each): Page => ({ path: each, render: fail }))])
    app.get(path, { onRequest }, async (request, reply) => {
      const shell = await readShell();
      if (shell === undefined)
        return sendFailure(reply, generalRefusals.noRoute(`${path} (the page is not built)`));
      const params = paramsOf(request);
      const call = {
        param: (name: string) => own(params, name) ?? '',
        query: new URLSearchParams(queryOf(request)),
        origin: `http://${request.headers.host ?? host}`,
      };
      const { status, title, content } = contentOf(pathOf(request), () => render(call));
      const body = renderToString(framed(title, content));
      return reply
        .code(status)
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': policyOf(shell),
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        .send(
          shell
            .replace('CONTROL_TOKEN', token)
            .replace('TITLE', title)
            .replace('<!--BODY-->', () => body),
        );
    });
}

function contentOf(path: string, render: () => unknown) {
  const title = parts.find((part) => part.toLowerCase() === path.split('/')[1]) ?? '';
  try {
    return { status: 200, title, content: render() as ComponentChildren };
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    const content = (
      <>
        <h1>No such page</h1>
        <p>
          The dashboard has no page <code>{path}</code>. {messageOf(error)} Go on with one of its parts above.
        </p>
      </>
    );
    return { status: error.status, title: 'No such page', content };
  }
}

function framed(title: string, content: ComponentChildren) {
  return (
    <>
      <header class="row top">
        <a class="skip" href="#content">
          Skip to content
        </a>
        <p class="brand">edge-platform emulator</p>
        <nav class="row" aria-label="Parts of the emulator">
          {parts.map((part) => (
            <a href={`/${part.toLowerCase()}`} aria-current={part === title ? 'page' : undefined}>
              {part}
            </a>
          ))}
        </nav>
        <div class="announcer" role="status" aria-live="polite" />
        <p class="live" role="status" />
      </header>
      <main tabIndex={-1} id="content" class={title.toLowerCase()}>
        {content}
      </main>
    </>
  );
}

/** What is around a page, as the build wrote it beside this module; undefined where the sources run without a build. */
async function readShell(): Promise<string | undefined> {
  return readFile(join(__dirname, 'page.html'), 'utf8').catch(() => undefined);
}

/** Only the script and the styles of the shell, and calls of this emulator. Nobody may frame the page. */
function policyOf(shell: string): string {
  const hashes = (tag: string) =>
    [...shell.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'g'))]
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
