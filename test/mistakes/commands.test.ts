import { join } from 'node:path';
import { command, tellMistakes } from './table';
import { run, useWorld } from './world';

const unknown = '9'.repeat(32);
const world = useWorld();
const at = (name: string) => join(world().folder, name);

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
      mistake: 'a folder from a variable of the shell that is not set',
      make: command('import', '--zone', 'example.com', '--out', ''),
      says: ['error', '--out <folder>', 'is empty', 'Give it a value, or leave it out'],
    },
    {
      mistake: 'an option with a sign and no value',
      make: command('waf', 'check', '--zone='),
      says: ['error', '--zone <id or name>', 'is empty', 'Give it a value, or leave it out'],
    },
    {
      mistake: 'a verification of a folder that is not there',
      make: command('import', '--verify', '--out', 'nowhere'),
      says: ['--verify', 'nowhere', 'has no project of an import', 'Name a zone or an account too'],
    },
    {
      mistake: 'a zone for a doctor that asks for no answers',
      make: command('provider', 'doctor', '--zone', 'example.com'),
      says: ['edge-platform', '--zone', 'go with --answers', 'Add it, or leave them out'],
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
      make: run(() => ['import', '--zone', 'example.com', '--out', world().folder]),
      says: ['--out', 'broken.json', 'files that no import has written', 'Name a new folder'],
    },
    {
      mistake: 'a list of zones that is not there',
      make: run(() => ['waf', 'survey', '--zones', at('none.txt')]),
      says: ['--zones', 'none.txt', 'there is no such file', 'Correct the path'],
    },
    {
      mistake: 'a URL as the list of zones',
      make: command('waf', 'survey', '--zones', 'https://example.com/zones.txt'),
      says: ['--zones', 'https://example.com/zones.txt', 'is a URL', 'Save its content as a file'],
    },
    {
      mistake: 'a URL as a zone',
      make: command('waf', 'survey', '--zone', 'https://example.com'),
      says: ['survey', '"https://example.com"', 'is a URL, and no zone', 'Write the domain of the zone'],
    },
    {
      mistake: 'several zones in one option',
      make: command('waf', 'check', '--zone', 'example.com,example.org'),
      says: ['--zone', '"example.com,example.org"', 'is more than one zone', 'Name each on its own'],
    },
    {
      mistake: 'several zones in a line of a list',
      make: run(() => ['waf', 'survey', '--zones', at('zones.txt')]),
      says: ['survey', '"example.com, example.org"', 'is more than one zone', 'Name each on its own'],
    },
    {
      mistake: 'a zone in quotes, as of a file of variables',
      make: command('waf', 'check', '--zone', '"example.com"'),
      says: ['--zone', 'example.com', 'neither an ID nor a domain', 'Copy it from the overview page'],
    },
    {
      mistake: 'a folder as the list of zones',
      make: run(() => ['waf', 'survey', '--zones', world().folder]),
      says: ['--zones', 'test-', 'it is a folder', 'Name a file'],
    },
    {
      mistake: 'a survey that is not there',
      make: run(() => ['waf', 'waves', '--from', at('none.json'), '--out', at('waves')]),
      says: [
        'cannot be read',
        'none.json',
        'there is no such file',
        '"edge-platform waf survey --out" writes it',
      ],
    },
    {
      mistake: 'a folder that is no project of waves',
      make: run(() => ['waf', 'waves', 'status', '--dir', world().folder]),
      says: [
        'waves.json',
        'cannot be read',
        'there is no such file',
        '"edge-platform waf waves --out" writes',
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
      says: ['main.tf:1', '`{`', 'is not closed', 'Correct it, or run `terraform validate`.'],
    },
    {
      mistake: 'the new code in the folder of the old code',
      make: run(() => ['convert', at('others'), '--out', at('others')]),
      says: ['--out', '/others', 'is the folder with the old code', 'Name another one'],
    },
  ]);
});
