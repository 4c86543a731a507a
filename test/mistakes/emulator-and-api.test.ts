import { join } from 'node:path';
import { setEnvironment } from '../cli/support';
import { command, tellMistakes } from './table';
import { run, useWorld } from './world';

const world = useWorld();
const at = (name: string) => join(world().folder, name);
const withEnvironment =
  (environment: () => Record<string, string>, ...parameters: string[]) =>
  () => {
    setEnvironment(environment());
    return command(...parameters)();
  };
const check = ['waf', 'check', '--zone', 'example.com'];

describe('an emulator', () => {
  tellMistakes([
    {
      mistake: 'a port that is taken',
      make: run(() => ['emulator', '--port', world().takenPort]),
      says: ['cannot start the emulator', 'port', 'is in use', 'choose another with --port'],
    },
    {
      mistake: 'a host of another machine',
      make: command('emulator', '--host', '192.0.2.1'),
      says: [
        'cannot start the emulator',
        '192.0.2.1',
        'is not an address of this machine',
        'choose another --host',
      ],
    },
    {
      mistake: 'a fixture that does not exist',
      make: run(() => ['emulator', '--fixture', at('none.json')]),
      says: ['none.json', 'the fixture cannot be read', 'there is no such file', 'Correct the path.'],
    },
    {
      mistake: 'a folder as a fixture',
      make: run(() => ['emulator', '--fixture', at('.')]),
      says: ['test-', 'the fixture cannot be read', 'it is a folder', 'Name a file.'],
    },
    {
      mistake: 'another file as a fixture',
      make: run(() => ['emulator', '--fixture', at('package.json')]),
      says: ['package.json', 'name: unknown key', 'allowed are accounts, zones', 'accounts'],
    },
    {
      mistake: 'a fixture that is no JSON',
      make: run(() => ['emulator', '--fixture', at('broken.json')]),
      says: ['broken.json', 'position 1', 'the fixture is not JSON', 'Expected property name'],
    },
    {
      mistake: 'an ID in a fixture that is none',
      make: run(() => ['emulator', '--fixture', at('zone.json')]),
      says: ['zone.json: zones[0].id', 'x is not an id', '32 lower-case hexadecimal digits', 'hexadecimal'],
    },
    {
      mistake: 'another file as the state of an emulator',
      make: run(() => ['emulator', '--state', at('package.json')]),
      says: [
        'cannot start the emulator',
        'package.json',
        'is not a state file of this emulator',
        'use another path',
      ],
    },
    {
      mistake: 'another file as the state of Terraform',
      make: run(() => ['emulator', '--from-state', at('package.json')]),
      says: ['--from-state', 'package.json', 'is no Terraform state', 'Write one with `terraform state pull'],
    },
  ]);
});

describe('filters and lines', () => {
  tellMistakes([
    {
      mistake: 'a misspelled field',
      make: command('logs', 'check', 'BotScor < 30'),
      says: ['column 1', '"BotScor"', 'not among the fields of http_requests', 'Did you mean "BotScore"?'],
    },
    {
      mistake: 'an operator that filters lack',
      make: command('logs', 'check', 'ClientRequestPath matches "^/a"'),
      says: ['column 19', '"matches"', 'expected an operator', 'starts_with'],
    },
    {
      mistake: 'a text without quotes',
      make: command('logs', 'check', 'ClientCountry == de'),
      says: ['column 18', '"de"', 'expected a text in double quotes', 'write "de"'],
    },
    {
      mistake: 'a set in round brackets',
      make: command('logs', 'check', 'BotScore in (1,2)'),
      says: ['column 13', 'found "("', 'a set is written {"nl" "de"}', 'expected "{"'],
    },
    {
      mistake: 'a class of status codes',
      make: command('logs', 'check', 'EdgeResponseStatus == 5xx'),
      says: ['column 23', '"5xx" is not a number', 'plain digits', 'write text in double quotes'],
    },
    {
      mistake: 'a bracket that is open',
      make: command('logs', 'check', '(BotScore < 30'),
      says: ['column 15', 'the text ends', 'expected "and", "or" or ")"', '")"'],
    },
    {
      mistake: 'JSON in single quotes',
      make: command('logs', 'check', "{'where':{}}"),
      says: ['column 2', 'found "\'"', 'The filter is not JSON', 'expected a key in double quotes'],
    },
    {
      mistake: 'a misspelled file of a filter',
      make: command('logs', 'check', 'filters/none.json'),
      says: ['cannot read the filter file', 'filters/none.json', 'no such file', 'Or pass the filter itself'],
    },
    {
      mistake: 'a misspelled dataset',
      make: command('logs', 'fields', 'http_request'),
      says: ['dataset', '"http_request"', 'this version', 'Did you mean "http_requests"?'],
    },
    {
      mistake: 'another database',
      make: command('logs', 'sql', 'BotScore < 3', '--dialect', 'postgres'),
      says: ['--dialect', '"postgres"', 'there is no dialect', 'Use one of duckdb, clickhouse'],
    },
    {
      mistake: 'a preview without a job',
      make: run(() => ['logs', 'preview', at('lines.ndjson')]),
      says: ['edge-platform', 'there is no job to preview', '--job-file', 'Add a job'],
    },
    {
      mistake: 'a preview with half a filter',
      make: run(() => ['logs', 'preview', '--filter', 'BotScore <', at('lines.ndjson')]),
      says: ['invalid filter', 'column 11', 'the text ends', 'expected a text in double quotes, a number'],
    },
    {
      mistake: 'a preview of a stack that was not synthesized',
      make: run(() => ['logs', 'preview', '--stack', world().folder, at('lines.ndjson')]),
      says: ['--stack', 'test-', 'has no cdk.tf.json', 'Run cdktn synth'],
    },
    {
      mistake: 'a preview of a file that is not there',
      make: run(() => ['logs', 'preview', '--fields', 'BotScore', at('none.ndjson')]),
      says: ['edge-platform', 'none.ndjson', 'there is no file', 'Correct the path'],
    },
    {
      mistake: 'a preview of lines that are no JSON',
      make: run(() => ['logs', 'preview', '--fields', 'BotScore', at('text.ndjson')]),
      says: ['text.ndjson:1', 'found "h"', 'is not JSON', 'expected a value'],
    },
    {
      mistake: 'the name of a bucket as a destination',
      make: command('logs', 'ownership', '--zone', 'example.com', '--destination', 'bucket'),
      says: ['--destination', 'The destination', 'is not a URL', 'Write it like s3://'],
    },
  ]);
});

describe('the API', () => {
  tellMistakes([
    {
      mistake: 'no credentials',
      make: withEnvironment(() => ({ EDGE_BASE_URL: world().emulator.url }), ...check),
      says: ['No credentials', 'EDGE_API_TOKEN', 'EDGE_API_EMAIL with EDGE_API_KEY', 'Set EDGE_API_TOKEN'],
    },
    {
      mistake: 'a wrong token, or one without the permission',
      make: withEnvironment(
        () => ({ EDGE_BASE_URL: world().emulator.url, EDGE_API_TOKEN: 'wrong' }),
        ...check,
      ),
      says: ['GET /client/v4/zones', '10000', 'needs the permission Zone Read', 'Check EDGE_API_TOKEN'],
    },
    {
      mistake: 'a port where nothing listens',
      make: withEnvironment(
        () => ({ EDGE_BASE_URL: 'http://127.0.0.1:9/client/v4', EDGE_API_TOKEN: 'x' }),
        ...check,
      ),
      says: [
        'GET /client/v4/zones',
        'http://127.0.0.1:9',
        'cannot be reached',
        'Check EDGE_BASE_URL or base_url',
      ],
    },
    {
      mistake: 'a misspelled host',
      make: withEnvironment(
        () => ({ EDGE_BASE_URL: 'https://api.invalid/client/v4', EDGE_API_TOKEN: 'x' }),
        ...check,
      ),
      says: ['GET /client/v4/zones', 'https://api.invalid', 'cannot be reached', 'for a misspelt host'],
    },
    {
      mistake: 'the address without the version',
      make: withEnvironment(
        () => ({ EDGE_BASE_URL: world().emulator.url.replace('/client/v4', ''), EDGE_API_TOKEN: 'x' }),
        ...check,
      ),
      says: ['EDGE_BASE_URL', 'http://127.0.0.1', 'ends in /client/v4', 'Use an http or https URL'],
    },
    {
      mistake: 'a host as an option',
      make: command(...check, '--base-url', 'localhost'),
      says: ['--base-url', '"localhost"', 'ends in /client/v4', 'Use an http or https URL'],
    },
  ]);
});
