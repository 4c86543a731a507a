import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultZoneId, startEmulator, type Emulator } from '../../../lib/emulator';
import { runInProcess } from '../support';

const destination = 's3://my-logs/http/{DATE}?region=eu-central-1&endpoint=s3.example.com';

describe('edge-platform logs ownership', () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ port: 0 });
    process.env.EDGE_BASE_URL = emulator.url;
    process.env.EDGE_API_TOKEN = emulator.token;
  });
  afterAll(async () => {
    delete process.env.EDGE_BASE_URL;
    delete process.env.EDGE_API_TOKEN;
    await emulator.close();
  });

  const ask = (...args: string[]) => runInProcess('', 'logs', 'ownership', ...args);

  it('says which object to read, and what to write into the code', async () => {
    const { status, stdout, stderr } = await ask('--zone', defaultZoneId, '--destination', destination);
    expect([status, stderr]).toEqual([0, '']);
    const [, object = ''] =
      /aws s3 cp (?:')?s3:\/\/(\S+?)(?:')? - --region eu-central-1 --endpoint-url https:\/\/s3/.exec(
        stdout,
      ) ?? [];
    const token = readFileSync(join(emulator.bucketsDir, object), 'utf8');
    expect(token.length).toBeGreaterThan(10);
    expect(stdout).not.toContain(token.trim());
    expect(stdout).toContain('export TF_VAR_ownership_challenge="$(aws s3 cp');
    expect(stdout).toContain('ownershipChallenge: challenge.stringValue');
    expect(stdout).toContain('ownership_challenge = var.ownership_challenge');
  });

  it('prints JSON, for a destination without a command too', async () => {
    const { stdout } = await ask('--zone', defaultZoneId, '--destination', destination, '--json');
    expect(stdout).toContain('"read": "aws s3 cp ');
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, valid: true, message: '' });
    const none = await ask('--zone', defaultZoneId, '--destination', 'https://logs.example.com/a', '--json');
    expect(JSON.parse(none.stdout)).toMatchObject({ valid: true, filename: '', read: null });
  });

  it('fails without a zone or an account', async () => {
    const { status, stderr } = await ask('--destination', destination);
    expect(status).toBe(2);
    expect(stderr).toContain('Set --zone for a dataset of zones, or --account');
  });
});
