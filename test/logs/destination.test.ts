import { hasCredentials, isWrong, nameDestination, parseDestination } from '../../lib/logs';

describe('parsing a destination', () => {
  it('splits it and decodes its parameters', () => {
    const { destination } = parseDestination(
      's3://logs/edge/{DATE}?region=eu-central-1&sse=AES256&note=a%20b=c',
    );
    expect(destination).toEqual({
      scheme: 's3',
      bucketPath: 'logs/edge/{DATE}',
      parameters: new Map([
        ['region', 'eu-central-1'],
        ['sse', 'AES256'],
        ['note', 'a b=c'],
      ]),
      needsChallenge: true,
    });
  });

  it.each([
    ['s3://logs?region=us-west-2', true],
    ['s3://logs?region=us-west-2&access-key-id=A&secret-access-key=B', false],
    ['s3://logs?endpoint=s3.example.com&region=x', false],
    ['s3://logs?endpoint=s3.example.com', false],
    ['gs://logs/folder', true],
    ['azure://container?sv=2022&sig=x', true],
    ['sumo://endpoint.example.com/receiver/v1/http/x', true],
    ['r2://logs/{DATE}?account-id=a&access-key-id=A&secret-access-key=B', false],
    ['https://logs.example.com/path?header_Authorization=Basic%20x', false],
    ['splunk://splunk.example.com?channel=x', false],
    ['datadog://http-intake.example.com/v1/input?header_DD-API-KEY=x', false],
  ])('determines whether %s requires a challenge: %s', (conf, needsChallenge) => {
    expect(parseDestination(conf)).toMatchObject({ destination: { needsChallenge }, faults: [] });
  });

  it.each([
    ['an empty text', '', ['destination.syntax']],
    ['a bare bucket', 'logs/edge', ['destination.syntax']],
    ['no bucket', 'gs:///', ['destination.no_path']],
    ['no bucket but parameters', 's3://?region=a', ['destination.no_path']],
    ['white space', 'gs://my logs', ['destination.white_space']],
    ['a parameter without a value', 'gs://logs?a', ['destination.parameter']],
    ['a parameter without a name', 'gs://logs?=a', ['destination.parameter']],
    ['a broken escape', 'gs://logs?a=%zz', ['destination.parameter']],
    ['a parameter given twice', 'gs://logs?a=1&a=2', ['destination.duplicate_parameter']],
    ['more than 4096 characters', `gs://${'a'.repeat(4092)}`, ['destination.too_long']],
    [
      'several things at once',
      's4://?a',
      ['destination.scheme', 'destination.no_path', 'destination.parameter'],
    ],
  ])('fails on %s', (_what, conf, codes) => {
    const { destination, faults } = parseDestination(conf);
    expect(destination).toBeUndefined();
    expect(faults.map((fault) => fault.code)).toEqual(codes);
  });

  it.each(['carrier://logs?region=a', 'R2://logs'])(
    'reads %s, whose scheme this version does not know',
    (conf) => {
      const { destination, faults } = parseDestination(conf);
      expect(destination).toMatchObject({ bucketPath: 'logs', needsChallenge: false });
      expect(faults).toMatchObject([{ code: 'destination.scheme', kind: 'unknown' }]);
    },
  );

  it('fails on what is wrong in any scheme', () => {
    const { destination, faults } = parseDestination('carrier://?a=1&a=2');
    expect(destination).toBeUndefined();
    expect(faults.filter(isWrong).map(({ code }) => code)).toEqual([
      'destination.no_path',
      'destination.duplicate_parameter',
    ]);
  });

  it('accepts 4096 characters', () => {
    expect(parseDestination(`gs://${'a'.repeat(4091)}`).faults).toEqual([]);
  });

  it('shows no values in its messages', () => {
    const conf = 's4://x@y z?sig=hunter2&sig=hunter2&access-key-id=hunter2&b=hunter2%&hunter2';
    const { faults } = parseDestination(conf);
    expect(faults.length).toBeGreaterThan(4);
    expect(JSON.stringify(faults)).not.toContain('hunter2');
  });
});

describe('looking for credentials in a destination', () => {
  it.each([
    's3://logs?region=a&access-key-id=A&secret-access-key=B',
    'r2://logs?Secret-Access-Key=B',
    'azure://container?sv=2022&sig=x',
    'https://logs.example.com?header_X-Key=x',
    'https://logs.example.com?HEADER%5FX-Key=x',
    'https://user:word@logs.example.com',
    'https://logs.example.com?token=x',
    'sumo://endpoint.example.com/receiver/v1/http/x',
    'logs?sig=x',
    'https://logs.example.com?%zz=1&sig=x',
  ])('finds them in %s', (conf) => {
    expect(hasCredentials(conf)).toBe(true);
  });

  it.each([
    's3://logs?region=a',
    'gs://logs/a@b',
    'https://logs.example.com/sig=x',
    'splunk://a?channel=c',
    '',
  ])('finds none in %j', (conf) => {
    expect(hasCredentials(conf)).toBe(false);
  });
});

describe('naming a destination', () => {
  it.each(
    Object.entries({
      's3://logs/{DATE}?region=eu-central-1&sse=x': 's3://logs/{DATE}?region=eu-central-1',
      's3://logs/a@b?endpoint=s3.example.com&access-key-id=K&secret-access-key=hunter2':
        's3://logs/a@b?endpoint=s3.example.com',
      'azure://container/logs?sv=2022&sig=hunter2': 'azure://container/logs',
      'https://user:hunter2@logs.example.com/hunter2?header_Authorization=hunter2':
        'https://logs.example.com/…',
      'sumo://endpoint.example.com/receiver/v1/http/hunter2': 'sumo://endpoint.example.com/…',
      'datadog://intake.example.com?region=hunter2%20x': 'datadog://intake.example.com',
      hunter2: 'a destination that is not a URL',
    }),
  )('shows %s as %s', (conf, name) => {
    expect(nameDestination(conf)).toBe(name);
    expect(name).not.toContain('hunter2');
  });
});
