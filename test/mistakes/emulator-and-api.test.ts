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
  tellMistakes({
    'a host of another machine': [
      command('emulator', '--host', '192.0.2.1'),
      'cannot start the emulator … 192.0.2.1 … is not an address of this machine … choose another --host',
    ],
    'another file as a fixture': [
      run(() => ['emulator', '--fixture', at('package.json')]),
      'package.json … name: unknown key … allowed are accounts, zones … accounts',
    ],
    'a fixture that is no JSON': [
      run(() => ['emulator', '--fixture', at('broken.json')]),
      'broken.json … position 1 … the fixture is not JSON … Expected property name',
    ],
    'an ID in a fixture that is none': [
      run(() => ['emulator', '--fixture', at('zone.json')]),
      'zone.json: zones[0].id … x is not an id … 32 lower-case hexadecimal digits … hexadecimal',
    ],
    'another file as the state of an emulator': [
      run(() => ['emulator', '--state', at('package.json')]),
      'cannot start the emulator … package.json … is not a state file of this emulator … use another path',
    ],
  });
});

describe('filters and lines', () => {
  tellMistakes({
    'JSON in single quotes': [
      command('logs', 'check', "{'where':{}}"),
      'column 2 … found "\'" … The filter is not JSON … expected a key in double quotes',
    ],
    'a misspelled file of a filter': [
      command('logs', 'check', 'filters/none.json'),
      'cannot read the filter file … filters/none.json … no such file … Or pass the filter itself',
    ],
    'a misspelled dataset': [
      command('logs', 'fields', 'http_request'),
      'dataset … "http_request" … this version … Did you mean "http_requests"?',
    ],
    'a preview without a job': [
      run(() => ['logs', 'preview', at('lines.ndjson')]),
      'edge-platform … there is no job to preview … --job-file … Add a job',
    ],
    'a preview of a stack that was not synthesized': [
      run(() => ['logs', 'preview', '--stack', world().folder, at('lines.ndjson')]),
      '--stack … test- … has no cdk.tf.json … Run cdktn synth',
    ],
    'a preview of a file that is not there': [
      run(() => ['logs', 'preview', '--fields', 'BotScore', at('none.ndjson')]),
      'edge-platform … none.ndjson … there is no file … Correct the path',
    ],
  });
});

describe('the API', () => {
  tellMistakes({
    'a wrong token, or one without the permission': [
      withEnvironment(() => ({ EDGE_BASE_URL: world().emulator.url, EDGE_API_TOKEN: 'wrong' }), ...check),
      'GET /client/v4/zones … 10000 … needs the permission Zone Read … Check EDGE_API_TOKEN',
    ],
    'a misspelled host': [
      withEnvironment(
        () => ({ EDGE_BASE_URL: 'https://api.invalid/client/v4', EDGE_API_TOKEN: 'x' }),
        ...check,
      ),
      'GET /client/v4/zones … https://api.invalid … cannot be reached … for a misspelt host',
    ],
    'a host as an option': [
      command(...check, '--base-url', 'localhost'),
      '--base-url … "localhost" … ends in /client/v4 … Use an http or https URL',
    ],
  });
});
