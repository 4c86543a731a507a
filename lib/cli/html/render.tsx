import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { packageVersion } from '../../client/package-version';
import { visible } from '../../ground/visible';
import { styles } from './styles';
import { Name, Time } from './parts';

export interface PageProps {
  readonly title: string;
  /** The command that writes the page, such as `edge-platform waf report`. */
  readonly command: string;
  /** ISO 8601, UTC. */
  readonly readAt: string;
  /** How it is printed: a page with wide tables lies on its side. */
  readonly orientation: 'portrait' | 'landscape';
  readonly children: ComponentChildren;
}

/** One HTML document that needs nothing else: no script, no request, and a policy that forbids both. */
export function renderPage({ title, command, readAt, orientation, children }: PageProps): string {
  return `<!doctype html>\n${renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{visible(title)}</title>
        {/* Text in this element is not decoded, so it must not be escaped. */}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body class={orientation}>
        <main>
          <h1>
            <Name text={title} />
          </h1>
          {children}
        </main>
        <footer>
          Written by <code>{command}</code>, version {packageVersion()}, from what the API returned at{' '}
          <Time at={readAt} />.
        </footer>
      </body>
    </html>,
  )}\n`;
}

const hash = createHash('sha256').update(styles).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
