import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../lib/emulator';
import { setEnvironment } from '../cli/support';
import { command, tellMistakes } from './table';

const unknown = '9'.repeat(32);
let emulator: Emulator;
let folder: string;
let server: Server;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mistakes-'));
  emulator = await startEmulator({ port: 0 });
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (const name of ['empty', 'broken', 'others']) mkdirSync(at(name));
  writeFileSync(at('broken/main.tf'), 'resource "cloudflare_logpush_job" "a" {\n');
  writeFileSync(at('others/main.tf'), 'resource "aws_instance" "a" {}\n');
  writeFileSync(at('package.json'), '{"name":"mine"}');
  writeFileSync(at('broken.json'), '{');
  writeFileSync(at('zone.json'), '{"accounts":[],"zones":[{"id":"x","name":"a.example"}]}');
  writeFileSync(at('lines.ndjson'), '{"BotScore":1}\n');
  writeFileSync(at('text.ndjson'), 'hello\n');
});
afterAll(async () => {
  await emulator.close();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  setEnvironment({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token });
});

/** A command line with paths, which are known when it runs. */
const run = (parameters: () => string[]) => () => command(...parameters())();
const withEnvironment =
  (environment: () => Record<string, string>, ...parameters: string[]) =>
  () => {
    setEnvironment(environment());
    return command(...parameters)();
  };
const check = ['waf', 'check', '--zone', 'example.com'];

describe('a command line', () => {
  tellMistakes([
    {
      mistake: 'a command in the singular',
      make: command('log', 'check'),
      says: ['error', "'log'", 'unknown command', '(Did you mean logs?)'],
    },
    {
      mistake: 'a misspelled command of a command',
      make: command('waf', 'chek'),
      says: ['error', "'chek'", 'unknown command', '(Did you mean check?)'],
    },
    {
      mistake: 'a misspelled option',
      make: command('waf', 'check', '--zon', 'example.com'),
      says: ['error', "'--zon'", 'unknown option', '(Did you mean --zone?)'],
    },
    {
      mistake: 'an option without its value',
      make: command('waf', 'check', '--zone'),
      says: ['error', '--zone <id or name>', 'argument missing', 'Run with --help'],
    },
    {
      mistake: 'a zone without its option',
      make: command('waf', 'check', 'example.com'),
      says: [
        "'waf check'",
        '"example.com"',
        'which takes 0 arguments',
        'give it to an option, such as --zone <id or name>',
      ],
    },
    {
      mistake: 'a folder where a command takes none',
      make: command('provider', 'doctor', 'infra'),
      says: ["'provider doctor'", '"infra"', 'which takes 0 arguments', 'Leave it out'],
    },
    {
      mistake: 'no zone',
      make: command('waf', 'check'),
      says: ['edge-platform', 'a zone', '--zone', 'Name a zone with --zone, or a state with --state'],
    },
    {
      mistake: 'a survey of nothing',
      make: command('waf', 'survey'),
      says: ['cannot survey the zones', 'no zone is named', '--zones <file>', 'Use --zone'],
    },
    {
      mistake: 'no account',
      make: command('pools', 'audit'),
      says: ['error', '--account <id or name>', 'required option', 'Run with --help'],
    },
    {
      mistake: 'a language without a writer',
      make: command('import', '--out', 'x', '--language', 'python'),
      says: ['--language <language>', "'python'", 'Allowed choices are typescript, hcl', 'typescript'],
    },
    {
      mistake: 'a shell without completion',
      make: command('completion', 'tcsh'),
      says: ["'shell'", "'tcsh'", 'Allowed choices are bash, zsh, fish', 'zsh'],
    },
    {
      mistake: 'a port that is no number',
      make: command('emulator', '--port', 'abc'),
      says: ['--port <number>', "'abc'", 'from 0 to 65535', 'It must be a number'],
    },
  ]);
});

describe('what a command line names', () => {
  tellMistakes([
    {
      mistake: 'a word in place of a zone',
      make: command('waf', 'check', '--zone', 'EXAMPLE'),
      says: [
        '--zone',
        '"EXAMPLE"',
        'IDs are 32 hexadecimal digits',
        'Copy it from the overview page of the zone',
      ],
    },
    {
      mistake: 'a zone of somebody else',
      make: command('waf', 'check', '--zone', 'a-zone-of-another-company.test'),
      says: [
        'cannot check the zone',
        '"a-zone-of-another-company.test"',
        'those that the credentials can read',
        'Correct the name, use the ID',
      ],
    },
    {
      mistake: 'a misspelled zone',
      make: command('waf', 'check', '--zone', 'exmple.com'),
      says: ['cannot check the zone', '"exmple.com"', 'There is no zone', 'Did you mean "example.com"?'],
    },
    {
      mistake: 'the ID of a zone that is not there',
      make: command('waf', 'check', '--zone', unknown),
      says: ['cannot check the zone', unknown, 'refused with HTTP 404', 'Check that'],
    },
    {
      mistake: 'an account of somebody else',
      make: command('pools', 'audit', '--account', 'Nobody'),
      says: [
        'cannot audit the pools',
        '"Nobody"',
        'those that the credentials can read',
        'use the ID of the account',
      ],
    },
    {
      mistake: 'an import without a zone',
      make: run(() => ['import', '--out', at('imported')]),
      says: ['edge-platform', 'zone', '--account', 'Use --zone'],
    },
    {
      mistake: 'a file as the folder of an import',
      make: run(() => ['import', '--zone', 'example.com', '--out', at('package.json')]),
      says: ['--out', 'package.json', 'is a file', 'Name a folder'],
    },
    {
      mistake: 'a folder of something else for an import',
      make: run(() => ['import', '--zone', 'example.com', '--out', folder]),
      says: ['--out', 'broken.json', 'files that no import has written', 'Name a new folder'],
    },
    {
      mistake: 'a list of zones that is not there',
      make: run(() => ['waf', 'survey', '--zones', at('none.txt')]),
      says: ['--zones', 'none.txt', 'there is no such file', 'Correct the path'],
    },
    {
      mistake: 'a folder as the list of zones',
      make: run(() => ['waf', 'survey', '--zones', folder]),
      says: ['--zones', 'mistakes-', 'it is a folder', 'Name a file'],
    },
    {
      mistake: 'a survey that is not there',
      make: run(() => ['waf', 'waves', '--from', at('none.json'), '--out', at('waves')]),
      says: [
        'cannot read',
        'none.json',
        'there is no such file',
        '"edge-platform waf survey --out" writes it',
      ],
    },
    {
      mistake: 'a state that is not there',
      make: run(() => ['waf', 'check', '--state', at('none.tfstate')]),
      says: ['--state', 'none.tfstate', 'there is no such file', 'Correct the path'],
    },
    {
      mistake: 'another file as a state',
      make: run(() => ['waf', 'check', '--zone', 'example.com', '--state', at('package.json')]),
      says: ['--state', 'package.json', 'is no Terraform state', 'terraform state pull > state.json'],
    },
    {
      mistake: 'code that is not there',
      make: run(() => ['convert', at('none'), '--out', at('new')]),
      says: ['edge-platform', '/none', 'does not exist', 'Name the folder with the Terraform configuration'],
    },
    {
      mistake: 'a file in place of a folder with code',
      make: run(() => ['convert', at('package.json'), '--out', at('new')]),
      says: ['edge-platform', 'package.json', 'is no folder', 'Name the folder'],
    },
    {
      mistake: 'a folder without code',
      make: run(() => ['convert', at('empty'), '--out', at('new')]),
      says: ['edge-platform', '/empty', 'has no .tf or .tf.json file', 'Name the folder of a root module'],
    },
    {
      mistake: 'code that is not whole',
      make: run(() => ['convert', at('broken'), '--out', at('new')]),
      says: ['main.tf:1', 'Unclosed configuration block', 'There is no closing brace', 'brace nesting'],
    },
    {
      mistake: 'the new code in the folder of the old code',
      make: run(() => ['convert', at('others'), '--out', at('others')]),
      says: ['--out', '/others', 'is the folder with the old code', 'Name another one'],
    },
  ]);
});

describe('an emulator', () => {
  tellMistakes([
    {
      mistake: 'a port that is taken',
      make: run(() => {
        const address = server.address();
        return ['emulator', '--port', String(typeof address === 'object' ? address?.port : '')];
      }),
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
      says: [
        'cannot read the filter file',
        'filters/none.json',
        'no such file',
        'Pass a file, or the filter itself',
      ],
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
      make: run(() => ['logs', 'preview', '--stack', folder, at('lines.ndjson')]),
      says: ['--stack', 'mistakes-', 'has no cdk.tf.json', 'Run cdktf synth'],
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
      make: withEnvironment(() => ({ EDGE_BASE_URL: emulator.url }), ...check),
      says: ['No credentials', 'EDGE_API_TOKEN', 'EDGE_API_EMAIL with EDGE_API_KEY', 'Set EDGE_API_TOKEN'],
    },
    {
      mistake: 'a wrong token, or one without the permission',
      make: withEnvironment(() => ({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: 'wrong' }), ...check),
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
        () => ({ EDGE_BASE_URL: emulator.url.replace('/client/v4', ''), EDGE_API_TOKEN: 'x' }),
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
