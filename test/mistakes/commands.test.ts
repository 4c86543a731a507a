import { join } from 'node:path';
import { command, tellMistakes } from './table';
import { run, useWorld } from './world';

const unknown = '9'.repeat(32);
const world = useWorld();
const at = (name: string) => join(world().folder, name);

describe('a command line', () => {
  tellMistakes({
    'an option without its value': [
      command('waf', 'check', '--zone'),
      'error … --zone <id or name> … argument missing … Run with --help',
    ],
    'a zone without its option': [
      command('waf', 'check', 'example.com'),
      '\'waf check\' … "example.com" … which takes 0 arguments … give it to an option, such as --zone <id or name>',
    ],
    'no zone': [
      command('waf', 'check'),
      'edge-platform … a zone … --zone … Name a zone with --zone, or a state with --state',
    ],
    'a survey of nothing': [
      command('waf', 'survey'),
      'cannot survey the zones … no zone is named … --zones <file> … Use --zone',
    ],
    'no account': [
      command('pools', 'audit'),
      'error … --account <id or name> … required option … Run with --help',
    ],
    'a language without a writer': [
      command('import', '--out', 'x', '--language', 'python'),
      "--language <language> … 'python' … Allowed choices are typescript, hcl … typescript",
    ],
    'a folder from a variable of the shell that is not set': [
      command('import', '--zone', 'example.com', '--out', ''),
      'error … --out <folder> … is empty … Give it a value, or leave it out',
    ],
    'a verification of a folder that is not there': [
      command('import', '--verify', '--out', 'nowhere'),
      '--verify … nowhere … has no project of an import … Name a zone or an account too',
    ],
    'a zone for a doctor that asks for no answers': [
      command('provider', 'doctor', '--zone', 'example.com'),
      'edge-platform … --zone … go with --answers … Add it, or leave them out',
    ],
  });
});

describe('what a command line names', () => {
  tellMistakes({
    'a word in place of a zone': [
      command('waf', 'check', '--zone', 'EXAMPLE'),
      '--zone … "EXAMPLE" … IDs are 32 hexadecimal digits … Copy it from the overview page of the zone',
    ],
    'a zone of somebody else': [
      command('waf', 'check', '--zone', 'a-zone-of-another-company.test'),
      'cannot check the zone … "a-zone-of-another-company.test" … those that the credentials can read … Correct the name, use the ID',
    ],
    'the ID of a zone that is not there': [
      command('waf', 'check', '--zone', unknown),
      `cannot check the zone … ${unknown} … refused with HTTP 404 … Check that`,
    ],
    'an import without a zone': [
      run(() => ['import', '--out', at('imported')]),
      'edge-platform … zone … --account … Use --zone',
    ],
    'a file as the folder of an import': [
      run(() => ['import', '--zone', 'example.com', '--out', at('package.json')]),
      '--out … package.json … is a file … Name a folder',
    ],
    'a URL as the list of zones': [
      command('waf', 'survey', '--zones', 'https://example.com/zones.txt'),
      '--zones … https://example.com/zones.txt … is a URL … Save its content as a file',
    ],
    'a URL as a zone': [
      command('waf', 'survey', '--zone', 'https://example.com'),
      'survey … "https://example.com" … is a URL, and no zone … Write the domain of the zone',
    ],
    'several zones in one option': [
      command('waf', 'check', '--zone', 'example.com,example.org'),
      '--zone … "example.com,example.org" … is more than one zone … Name each on its own',
    ],
    'a zone in quotes, as of a file of variables': [
      command('waf', 'check', '--zone', '"example.com"'),
      '--zone … example.com … neither an ID nor a domain … Copy it from the overview page',
    ],
    'a survey that is not there': [
      run(() => ['waf', 'waves', '--from', at('none.json'), '--out', at('waves')]),
      'cannot be read … none.json … there is no such file … "edge-platform waf survey --out" writes it',
    ],
    'a folder that is no project of waves': [
      run(() => ['waf', 'waves', 'status', '--dir', world().folder]),
      'waves.json … cannot be read … there is no such file … "edge-platform waf waves --out" writes',
    ],
    'another file as a state': [
      run(() => ['waf', 'check', '--zone', 'example.com', '--state', at('package.json')]),
      '--state … package.json … is no Terraform state … terraform state pull > state.json',
    ],
    'code that is not there': [
      run(() => ['convert', at('none'), '--out', at('new')]),
      'edge-platform … /none … does not exist … Name the folder with the Terraform configuration',
    ],
    'a file in place of a folder with code': [
      run(() => ['convert', at('package.json'), '--out', at('new')]),
      'edge-platform … package.json … is no folder … Name the folder',
    ],
    'a folder without code': [
      run(() => ['convert', at('empty'), '--out', at('new')]),
      'edge-platform … /empty … has no .tf or .tf.json file … Name the folder of a root module',
    ],
    'code that is not whole': [
      run(() => ['convert', at('broken'), '--out', at('new')]),
      'main.tf:1 … `{` … is not closed … Correct it, or run `terraform validate`.',
    ],
    'the new code in the folder of the old code': [
      run(() => ['convert', at('others'), '--out', at('others')]),
      '--out … /others … is the folder with the old code … Name another one',
    ],
  });
});
