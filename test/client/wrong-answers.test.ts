import type { ServerResponse } from 'node:http';
import { type EdgeClient, isEdgeError, ReplyLimitError } from '../../lib/client';
import { readPages } from '../../lib/client/pages';
import { json, rejection, serveEachTest, succeed } from './support/serve';

const server = serveEachTest();

const { answer } = server;

const phase = 'http_log_custom_fields';

describe('an object that was not requested is refused', () => {
  test('and not retried where failures are', async () => {
    answer({ id: 'other' });
    await rejection(server.client({ retryTimeoutMs: 60_000 }).pools.update('a', 'p', {}));
    expect(server.received).toHaveLength(1);
  });

  test('with both values, the received one cut and without secrets', async () => {
    answer({ id: `https://user:CANARY@host/${'x'.repeat(10_000)}` });
    const error = await rejection(server.client().pools.get('a', 'p'));
    expect(error).toMatchObject({ field: 'id', expected: 'p' });
    expect(String(error)).toContain(
      'was answered with another object: its id is https://[redacted]@host/xxx',
    );
    expect(String(error)).not.toContain('CANARY');
    expect(String(error).length).toBeLessThan(600);
  });

  test('but not for the same UUID in another spelling', async () => {
    answer({ id: '0da2b59ef118439d8097bdfb215203c9' });
    const read = server.client().alerting.getPolicy('a', '0DA2B59E-F118-439D-8097-BDFB215203C9');
    expect(await read).toMatchObject({ id: '0da2b59ef118439d8097bdfb215203c9' });
  });

  test('but not where the phase is missing', async () => {
    answer({ id: 'r' });
    expect(await server.client().rulesets.entryPoint('z', phase)).toMatchObject({ id: 'r', phase: '' });
  });
});

describe('a list', () => {
  const twice = [{ id: 'a', name: 'first' }, { id: 'b' }, { id: 'a', name: 'last' }];

  test('of jobs has each object once, also when its ids are of different types', async () => {
    answer([
      { id: 1, name: 'first' },
      { id: '1', name: 'last' },
    ]);
    expect(await server.client().logpush.list('z')).toMatchObject([{ id: 1, name: 'last' }]);
  });

  test('by cursor has each object once', async () => {
    server.respond = (_, response) => {
      const cursor = server.received.length === 1 ? 'next' : '';
      succeed(response, twice, { result_info: { cursor } });
    };
    expect(await server.client().rulesets.list('z')).toMatchObject([{ id: 'a', name: 'last' }, { id: 'b' }]);
    expect(server.received).toHaveLength(2);
  });
});

describe('an endless list is refused', () => {
  function grow(resultInfo: (page: number) => object): void {
    server.respond = (_, response) => {
      const page = server.received.length;
      succeed(response, [{ id: String(page) }], { result_info: resultInfo(page) });
    };
  }

  test('when it gets longer with each page', async () => {
    grow((page) => ({ total_pages: page + 2 }));
    const error = await rejection(server.client().pools.list('a'));
    expect(error).toMatchObject({ code: 'EDGE_INCOMPLETE_LIST', mayHaveBeenApplied: false });
    expect(server.received).toHaveLength(10);
  });

  test('when each page has another cursor', async () => {
    grow((page) => ({ cursor: String(page) }));
    const client = server.client({ requestsPer5Minutes: 100_000 });
    const error = await rejection(client.rulesets.list('z'));
    expect(error).toBeInstanceOf(ReplyLimitError);
    expect(server.received).toHaveLength(1001);
  });

  describe('without paging information', () => {
    const overLimit = (what: string): Error => new Error(what);
    const read = (objectsPerPage: number, length = 0): Promise<unknown> =>
      readPages({
        perPage: objectsPerPage,
        ask: ({ page }) =>
          Promise.resolve({
            result: page,
            nextCursor: undefined,
            totalPages: undefined,
            totalCount: undefined,
            perPage: undefined,
            count: undefined,
            sent: objectsPerPage,
            length,
            unreadable: overLimit,
            overLimit,
            incomplete: overLimit,
          }),
        read: ({ result }) =>
          Array.from({ length: objectsPerPage }, (_, index) => ({
            id: Number(result) * objectsPerPage + index,
          })),
      });

    test('when it has more than 10,000 pages', async () => {
      expect(String(await rejection(read(1)))).toContain('a list that does not end after 10000 pages');
    });

    test('when it has more than 256 MB', async () => {
      expect(String(await rejection(read(1, 32 * 1024 * 1024)))).toContain('a list of more than 256 MB');
    });

    test('when it has more than 200,000 objects', async () => {
      expect(String(await rejection(read(60_000)))).toContain(
        'a list that does not end after 200000 objects',
      );
    });
  });
});

describe('a body of more than 32 MB is refused', () => {
  const mebibyte = Buffer.alloc(1024 * 1024, ' ');

  /** Sends white space until the client ends the connection. Returns how many bytes it took. */
  function sendForever(response: ServerResponse): () => number {
    let sent = 0;
    const send = (): void => {
      while (!response.destroyed) {
        sent += mebibyte.length;
        if (!response.write(mebibyte)) return;
      }
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.on('drain', send);
    send();
    return () => sent;
  }

  test.each([
    ['read', (client: EdgeClient) => client.logpush.get('z', 1), false],
    ['write', (client: EdgeClient) => client.logpush.update('z', 1, {}), true],
  ])('while it is received, as the answer of a %s', async (_, call, isInDoubt) => {
    let sent = (): number => 0;
    server.respond = (_request, response) => {
      sent = sendForever(response);
    };
    const error = await rejection(call(server.client()));
    expect(error).toBeInstanceOf(ReplyLimitError);
    expect(error).toMatchObject({ mayHaveBeenApplied: isInDoubt });
    expect(String(error)).toContain('the reply is a body of more than 32 MB');
    // What is on its way in the buffers of both sides comes on top.
    expect(sent()).toBeLessThan(64 * mebibyte.length);
  });

  test('and the next call is served', async () => {
    server.respond = (_, response) => {
      if (server.received.length === 1) response.writeHead(200, { 'content-length': 1e12 }).write('{');
      else succeed(response, []);
    };
    const client = server.client({ connections: 1 });
    await rejection(client.logpush.list('z'));
    expect(await client.logpush.list('z')).toEqual([]);
  });

  test('but one of 32 MB is read', async () => {
    const start = '{"success":true,"result":[]';
    server.respond = (_, response) => {
      response.end(`${start}${' '.repeat(32 * mebibyte.length - start.length - 1)}}`);
    };
    expect(await server.client().logpush.list('z')).toEqual([]);
  });
});

describe('JSON of more than 100 levels is refused', () => {
  const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`;
  const answerWith = (value: string): void => {
    server.respond = (_, response) => {
      response.end(`{"success":true,"result":{"id":"p","a":"[\\"[","b":${value}}}`);
    };
  };

  test.each([100, 1_000_000])('in a result, with %i levels below it', async (levels) => {
    answerWith(nested(levels));
    const error = await rejection(server.client().pools.update('a', 'p', {}));
    expect(error).toBeInstanceOf(ReplyLimitError);
    expect(error).toMatchObject({ mayHaveBeenApplied: true });
    expect(String(error)).toContain('JSON of more than 100 levels');
  });

  test('in an error', async () => {
    server.respond = (_, response) => {
      response.writeHead(400).end(`{"success":false,"errors":[${nested(1_000_000)}]}`);
    };
    expect(await rejection(server.client().pools.get('a', 'p'))).toBeInstanceOf(ReplyLimitError);
  });

  test('but not 100 levels, and not brackets in texts', async () => {
    answerWith(nested(98));
    expect(await server.client().pools.get('a', 'p')).toMatchObject({ id: 'p', a: '["[' });
    answerWith(JSON.stringify(nested(10_000)));
    expect(await server.client().pools.get('a', 'p')).toMatchObject({ id: 'p' });
  });

  test('and what is not JSON stays what it is', async () => {
    server.respond = (_, response) => {
      response.end('['.repeat(1000));
    };
    expect(String(await rejection(server.client().pools.get('a', 'p')))).toContain('not JSON');
  });
});

describe('a long text in an error is cut', () => {
  const long = 'x'.repeat(1_000_000);
  const entry = { code: 1, message: long, source: { pointer: long }, documentation_url: long };

  function failWith(...errors: object[]): void {
    server.respond = (_, response) => {
      json(response, 400, { success: false, errors, messages: errors });
    };
  }

  test('when it is a message, a pointer, or a link of a chain', async () => {
    failWith({ ...entry, error_chain: [entry] });
    const error = await rejection(server.client().pools.get('a', 'p'));
    expect(isEdgeError(error) && error.message.length).toBeLessThan(5000);
    expect(JSON.stringify(error).length).toBeLessThan(50_000);
    expect(String(error)).toContain('xxx… [cut]');
    expect(String(error)).toContain('Correct the value and try again.');
  });

  test('when it is made of many entries', async () => {
    const link = { code: 1, message: 'a link' };
    failWith(...Array.from({ length: 1000 }, () => ({ ...link, error_chain: Array(1000).fill(link) })));
    const error = await rejection(server.client().pools.get('a', 'p'));
    expect(isEdgeError(error) && error.message.length).toBeLessThan(5000);
    expect(JSON.stringify(error).length).toBeLessThan(50_000);
  });

  test('when it is a page, or a type of content', async () => {
    server.respond = (_, response) => {
      response.writeHead(200, { 'content-type': `text/html; x=${long.slice(0, 8000)}` }).end(long);
    };
    const error = await rejection(server.client().pools.get('a', 'p'));
    expect(isEdgeError(error) && error.message.length).toBeLessThan(5000);
  });

  test('before its secrets are searched to the end', async () => {
    failWith({ message: `https://${':'.repeat(1_000_000)}` });
    expect(String(await rejection(server.client().pools.get('a', 'p')))).toContain('https://::::');
  });
});
