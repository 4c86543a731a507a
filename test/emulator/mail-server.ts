import { SMTPServer } from 'smtp-server';
import { afterTest } from '../support/after-test';
import { listen } from '../support/listen';

export interface Mail {
  readonly recipients: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: readonly Mail[];
  /** Refuses so many of the next mails. */
  refusals: number;
  waitFor(count: number): Promise<readonly Mail[]>;
  close(): Promise<void>;
}

/** Starts one, which is closed after the test. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (mailServer.refusals > 0) {
          mailServer.refusals -= 1;
          done(new Error('not now'));
          return;
        }
        mails.push(readMail(Buffer.concat(chunks).toString(), session.envelope.rcptTo));
        done();
        for (const look of waiting) look();
      });
    },
  });
  // A client that is stopped in the middle cuts its connection.
  server.on('error', () => undefined);
  const port = await listen(server.server);
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals: 0,
    waitFor: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (mails.length < count) return;
          waiting.delete(look);
          resolve(mails);
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
  afterTest(() => mailServer.close());
  return mailServer;
}

function readMail(source: string, recipients: readonly { readonly address: string }[]): Mail {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n\s+/g, ' ')
    .split('\r\n');
  return {
    recipients: recipients.map(({ address }) => address),
    headers: new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    ),
    text: source
      .slice(end + 4)
      .replace(/=\r\n/g, '')
      .trim(),
  };
}
