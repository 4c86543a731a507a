import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { defaultAccountId, defaultZoneId } from '../../lib/emulator';
import { startMailServer } from '../emulator/mail-server';
import { startReceiver } from '../emulator/receiver';
import { pick, textAt } from '../emulator/support';
import { builtCommand, runCommand, type Command } from './support';
import { makeFolder } from '../support/folder';

describe('edge-platform', () => {
  const running: Command[] = [];
  const run = (...parameters: string[]) => {
    const command = runCommand(...parameters);
    running.push(command);
    return command;
  };
  afterEach(() => {
    for (const { child } of running.splice(0)) child.kill('SIGKILL');
  });

  it('begins with a shebang line', async () => {
    const source = await readFile(builtCommand, 'utf8');
    expect(source.split('\n')[0]).toBe('#!/usr/bin/env node');
  });

  describe('emulator', () => {
    let work: string;
    beforeEach(() => {
      work = makeFolder();
    });

    it.each([[], ['--json']])(
      'prints in a terminal what a person needs, and JSON if asked: %j',
      async (...given) => {
        const preload = join(work, 'terminal.js');
        await writeFile(preload, 'process.stdout.isTTY = true;');
        const child = spawn(process.execPath, ['--require', preload, builtCommand, 'emulator', ...given], {
          env: { ...process.env, NODE_OPTIONS: '' },
        });
        const output = { stdout: '', stderr: '' };
        for (const name of ['stdout', 'stderr'] as const)
          child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
        while (!/^# Zone: .*\n/m.test(output.stderr)) await once(child.stderr, 'data');
        child.kill();
        await once(child, 'close');
        expect(output.stderr).toMatch(/^export EDGE_BASE_URL=\S+\nexport EDGE_API_TOKEN=\S+\n# Dashboard: /);
        expect(output.stdout).toMatch(given.length === 0 ? /^$/ : /^\{"url":.*\}\n$/);
      },
    );

    it.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])(
      'prints one line, answers, and stops cleanly on %s',
      async (signal) => {
        const command = run('emulator', '--port', '0');
        const line: unknown = JSON.parse(await command.firstLine);
        expect(Object.keys(line as object)).toEqual(['url', 'token', 'email', 'key', 'dashboard']);
        expect(textAt(line, 'url')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/client\/v4$/);
        const reply = await fetch(`${textAt(line, 'url')}/zones/${defaultZoneId}/rulesets`, {
          headers: { authorization: `Bearer ${textAt(line, 'token')}` },
        });
        expect(reply.status).toBe(200);
        command.child.kill(signal);
        expect(await command.ended).toBe(0);
        expect(command.stdout().trim().split('\n')).toHaveLength(1);
        expect(command.stderr()).toContain(`export EDGE_BASE_URL=${textAt(line, 'url')}`);
        expect(command.stderr()).toContain(`# Account: ${defaultAccountId}\n# Zone: ${defaultZoneId}\n`);
      },
    );

    it('starts with the world of a Terraform state, and lists what is not in it', async () => {
      const state = join(__dirname, '../convert/4.52/state.json');
      const command = run('emulator', '--from-state', state, '--state', join(work, 'state.jsonl'));
      const line: unknown = JSON.parse(await command.firstLine);
      const account = '4d5f1c0be0a94d4f8a3b6c2e7d9f0a11';
      const reply = await fetch(`${textAt(line, 'url')}/accounts/${account}/load_balancers/pools`, {
        headers: { authorization: `Bearer ${textAt(line, 'token')}` },
      });
      expect(pick(await reply.json(), 'result', 'length')).toBe(3);
      command.child.kill('SIGTERM');
      expect(await command.ended).toBe(0);
      expect(command.stderr()).toContain('#     cloudflare_logpush_ownership_challenge.bucket\n');
      expect(command.stderr()).toContain(`# Account: ${account}\n`);
    });

    it.each([
      ['--port=65536', 'It must be a number from 0 to 65535.'],
      [`--buckets=${__filename}`, `the folder for buckets ${__filename} cannot be used: it is a file`],
    ])('fails for %s with the reason', async (option, reason) => {
      const command = run('emulator', option);
      expect(await command.ended).toBe(2);
      expect(command.stdout()).toBe('');
      expect(command.stderr()).toContain(reason);
    });

    describe('with notifications', () => {
      const [poolId, webhookId] = ['c'.repeat(32), 'd'.repeat(32)];
      const fixtureFile = async (url: string) => {
        const filters = { pool_id: [poolId], new_health: ['Unhealthy'], event_source: ['origin'] };
        const account = {
          id: defaultAccountId,
          name: 'Account',
          pools: [{ id: poolId, name: 'primary', origins: [{ name: 'one', address: '192.0.2.1' }] }],
          webhooks: [{ id: webhookId, name: 'chat', url }],
          policies: [
            {
              name: 'health',
              enabled: true,
              alert_type: 'load_balancing_health_alert',
              mechanisms: { webhooks: [{ id: webhookId }], email: [{ id: 'ops@example.com' }] },
              filters,
            },
          ],
        };
        const path = join(work, 'world.json');
        await writeFile(path, JSON.stringify({ accounts: [account] }));
        return path;
      };
      const failOrigin = async (line: unknown) => {
        const url = switchUrl(line, `/accounts/${defaultAccountId}/pools/${poolId}/health`);
        const reply = await fetch(url, { method: 'POST', body: JSON.stringify({ healthy: false }) });
        return pick(await reply.json(), 'notifications');
      };

      it('sends e-mails through a mail server', async () => {
        const server = await startMailServer();
        const fixture = await fixtureFile('http://127.0.0.1:9/');
        const command = run('emulator', '--fixture', fixture, '--smtp', server.url);
        expect(await failOrigin(JSON.parse(await command.firstLine))).toHaveLength(2);
        expect(await server.waitFor(1)).toMatchObject([{ recipients: ['ops@example.com'] }]);
        command.child.kill('SIGTERM');
        expect(await command.ended).toBe(0);
      });

      it('sends acknowledged notifications after it was killed before it could', async () => {
        const receiver = await startReceiver(0);
        const fixture = await fixtureFile(receiver.url);
        const buckets = ['--buckets', join(work, 'buckets')];
        const parameters = ['emulator', '--fixture', fixture, '--state', join(work, 'state'), ...buckets];
        const first = run(...parameters);
        await failOrigin(JSON.parse(await first.firstLine));
        // The attempt is under way: it was neither answered nor noted.
        await receiver.waitFor(1);
        first.child.kill('SIGKILL');
        expect(await first.ended).toBe('SIGKILL');
        const early = receiver.received.length;
        receiver.status = 200;
        const second = run(...parameters);
        expect(await receiver.waitFor(early + 1)).toHaveLength(early + 1);
        second.child.kill('SIGTERM');
        expect(await second.ended).toBe(0);
      });
    });

    it('fails for a state file that another emulator uses, without an effect on that one', async () => {
      const parameters = ['emulator', '--state', join(work, 'state'), '--buckets', join(work, 'buckets')];
      const first = run(...parameters);
      const line: unknown = JSON.parse(await first.firstLine);
      const second = run(...parameters);
      expect(await second.ended).toBe(2);
      expect(second.stderr()).toContain(
        `state is in use by the emulator with the process id ${first.child.pid}; stop it, or use`,
      );
      const job = await writer(line)('POST', '/logpush/jobs', {
        destination_conf: 'https://logs.example.com',
      });
      first.child.kill('SIGTERM');
      expect(await first.ended).toBe(0);
      const again = reader(JSON.parse(await run(...parameters).firstLine));
      expect(await again(`/logpush/jobs/${textAt(job, 'id')}`)).toMatchObject({ id: pick(job, 'id') });
    });

    it('loses no acknowledged write when it is killed', async () => {
      const parameters = ['emulator', '--state', join(work, 'state'), '--buckets', join(work, 'buckets')];
      const command = run(...parameters);
      const acknowledged = await writeUntilKilled(command, await command.firstLine);
      expect(await command.ended).toBe('SIGKILL');
      expect(acknowledged.version).toBeGreaterThan(5);

      const again = run(...parameters);
      const line: unknown = JSON.parse(await again.firstLine);
      const read = reader(line);
      const entrypoint = await read(`/rulesets/phases/http_ratelimit/entrypoint`);
      expect(Number(textAt(entrypoint, 'version'))).toBeGreaterThanOrEqual(acknowledged.version);
      expect(acknowledged.challenges.length).toBeGreaterThan(2);
      for (const filename of acknowledged.challenges) {
        const token = await readFile(join(work, 'buckets', 'proof', filename), 'utf8');
        const body = { destination_conf: challenged, ownership_challenge: token };
        expect(await writer(line)('POST', '/logpush/ownership/validate', body)).toEqual({ valid: true });
      }
      expect(acknowledged.rays.length).toBeGreaterThan(2);
      const lines = await deliveredLines(join(work, 'buckets', 'rays'));
      for (const ray of acknowledged.rays) expect(lines).toContain(`{"RayID":"${ray}"}`);
      const quirks: unknown = await (await fetch(switchUrl(line, '/quirks'))).json();
      expect(quirks).toMatchObject({ shuffleKeys: acknowledged.isShuffled });
      expect(textAt(line, 'token')).toBe(textAt(JSON.parse(await command.firstLine), 'token'));
      expect(again.stderr()).toContain('Resumed from');
    });
  });
});

/**
 * Sends writes of several kinds concurrently, kills the process when enough of each kind are acknowledged, and returns
 * what was acknowledged. The other writers are in the middle of a write then.
 */
async function writeUntilKilled(command: Command, firstLine: string) {
  const line: unknown = JSON.parse(firstLine);
  const write = writer(line);
  let version = 0;
  const challenges: string[] = [];
  const rays: string[] = [];
  let isShuffled: boolean | undefined;
  const emulator = { isKilled: false };
  const acknowledged = () => {
    if (emulator.isKilled || version < 20 || isShuffled === undefined) return;
    if (challenges.length < 5 || rays.length < 5) return;
    emulator.isKilled = true;
    command.child.kill('SIGKILL');
  };
  /** As long as a read takes: between two writes, so that the last one of a kind is not always in flight. */
  const pause = async () => (await fetch(switchUrl(line, '/quirks'))).text();
  const putRules = async (hand: number) => {
    for (let turn = 0; !emulator.isKilled; turn += 1) {
      const body = { rules: [{ action: 'log', expression: `ip.src.asnum eq ${hand * 1000 + turn}` }] };
      const result = await write('PUT', '/rulesets/phases/http_ratelimit/entrypoint', body);
      version = Math.max(version, Number(textAt(result, 'version')));
      acknowledged();
    }
  };
  const prove = async () => {
    while (!emulator.isKilled) {
      const answer = await write('POST', '/logpush/ownership', { destination_conf: challenged });
      challenges.push(textAt(answer, 'filename'));
      acknowledged();
    }
  };
  const deliver = async () => {
    const job = {
      destination_conf: 'r2://rays?account-id=1&access-key-id=2&secret-access-key=3',
      enabled: true,
      logpull_options: 'fields=RayID',
    };
    await write('POST', '/logpush/jobs', job);
    for (let turn = 0; !emulator.isKilled; turn += 1) {
      const body = JSON.stringify({ fields: { RayID: `ray-${turn}` } });
      const reply = await fetch(switchUrl(line, `/zones/${defaultZoneId}/requests`), {
        method: 'POST',
        body,
      });
      if ((await reply.text()).includes('"accepted":1')) rays.push(`ray-${turn}`);
      acknowledged();
    }
  };
  const shuffle = async () => {
    for (let turn = 0; !emulator.isKilled; turn += 1) {
      const body = JSON.stringify({ shuffleKeys: turn % 2 === 0 });
      // One in flight when the process dies may or may not be kept: the kill waits until it is acknowledged.
      isShuffled = undefined;
      await (await fetch(switchUrl(line, '/quirks'), { method: 'PUT', body })).text();
      isShuffled = turn % 2 === 0;
      acknowledged();
      await pause();
    }
  };
  const writers = [putRules(0), putRules(1), prove(), deliver(), shuffle()];
  const ends = await Promise.allSettled(writers);
  // Before the kill no write fails.
  if (!emulator.isKilled) throw new Error(`a write failed: ${JSON.stringify(ends)} ${command.stderr()}`);
  return { version, challenges, rays, isShuffled };
}

const challenged = 's3://proof/logs?region=eu-central-1';

function switchUrl(line: unknown, path: string): string {
  return textAt(line, 'url').replace('/client/v4', `/__emulator${path}`);
}

async function deliveredLines(folder: string): Promise<Set<string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log.gz'));
  const texts = await Promise.all(
    names.map(async (name) =>
      gunzipSync(await readFile(join(folder, name)))
        .toString()
        .trim(),
    ),
  );
  return new Set(texts);
}

function writer(line: unknown) {
  return async (method: string, path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${textAt(line, 'url')}/zones/${defaultZoneId}${path}`, {
      method,
      headers: { authorization: `Bearer ${textAt(line, 'token')}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return pick(await response.json(), 'result');
  };
}

function reader(line: unknown) {
  return async (path: string): Promise<unknown> => {
    const response = await fetch(`${textAt(line, 'url')}/zones/${defaultZoneId}${path}`, {
      headers: { authorization: `Bearer ${textAt(line, 'token')}` },
    });
    return pick(await response.json(), 'result');
  };
}
