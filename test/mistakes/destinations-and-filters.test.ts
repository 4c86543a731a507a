import { LogFilter, LogpushJob, SecretVariable } from '../../lib';
import { zoneId } from '../constructs/support';
import { constructs, tellMistakes } from './table';

const job = constructs(LogpushJob, { zoneId, name: 'logs', destinationConf: 's3://logs?region=eu' });
const to = (destinationConf: string) => job({ destinationConf });
const where = (expression: string) => () => {
  job({ where: LogFilter.fromExpression(expression) })();
};

describe('where a job delivers to', () => {
  tellMistakes([
    {
      mistake: 'no destination',
      make: job({ destinationConf: undefined }),
      says: ['destinationConf', 'null or not set', 'is required', 'Set it to a string'],
    },
    {
      mistake: 'a misspelled prop',
      make: job({ destinationConfig: 's3://logs' }),
      says: [
        '[edge/it] LogpushJob',
        'destinationConfig',
        'there is no prop',
        'Did you mean destinationConf?',
      ],
    },
    {
      mistake: 'the name of a bucket',
      make: to('logs'),
      says: ['destinationConf', 'The destination', 'is not a URL', 'Write it like s3://'],
    },
    {
      mistake: 'an empty variable',
      make: to(''),
      says: ['destinationConf', 'The destination is empty', 's3://', 'Write it like s3://'],
    },
    {
      mistake: 'a blank before the address',
      make: to(' s3://logs?region=eu'),
      says: ['destinationConf', 'begins with white space', 'white space', 'Remove it'],
    },
    {
      mistake: 'a blank in the address',
      make: to('https://logs.example.com/a b'),
      says: [
        'destinationConf',
        'contains white space',
        'a space inside a value',
        'Write a space inside a value as %20',
      ],
    },
    {
      mistake: 'a percent sign that is not encoded',
      make: to('https://logs.example.com/?a=100%'),
      says: ['destinationConf', 'Parameter 1', 'with legal percent escapes', 'write a "%" in a value as %25'],
    },
    {
      mistake: 'no region',
      make: to('s3://logs'),
      says: ['destinationConf', 'The s3 destination', 'has no "region"', 'Add region=…'],
    },
    {
      mistake: 'a misspelled region',
      make: to('s3://logs?regoin=eu'),
      says: ['destinationConf', '"regoin"', 'has no "region"', 'Write it region=…'],
    },
    {
      mistake: 'a parameter twice',
      make: to('s3://logs?region=eu&region=us'),
      says: ['destinationConf', '"region"', 'twice', 'Give it once'],
    },
    {
      mistake: 'no bucket',
      make: to('gs://'),
      says: ['destinationConf', '"gs://"', 'names nothing between', 'Put the bucket or the host there'],
    },
    {
      mistake: 'a folder above the bucket',
      make: to('s3://../x?region=eu'),
      says: ['destinationConf', 's3://../x', 'neither "." nor ".."', 'Write it like s3://<bucket>/<folder>'],
    },
    {
      mistake: 'http without s',
      make: to('http://logs.example.com'),
      says: ['destinationConf', '"http://"', 'over HTTPS only', 'Write https://'],
    },
    {
      mistake: 'the name of a product as the scheme',
      make: to('gcs://logs'),
      says: ['destinationConf', '"gcs://"', 'This version knows', 'Did you mean "gs"?'],
    },
    {
      mistake: 'credentials in the address',
      make: to('s3://logs?region=eu&access-key-id=A&secret-access-key=B'),
      says: [
        'destinationConf',
        'access-key-id, secret-access-key',
        'would expose them',
        'Move them to destinationCredentials',
      ],
    },
    {
      mistake: 'a password before the host',
      make: to('https://user:pass@logs.example.com'),
      says: ['destinationConf', 'user:password@', 'would expose them', 'header_Authorization'],
    },
    {
      mistake: 'credentials in the code',
      make: job({ destinationCredentials: { 'access-key-id': 'A', 'secret-access-key': 'B' } }),
      says: [
        'destinationCredentials["access-key-id"]',
        'is a literal',
        'anyone who can read',
        'Pass a SecretVariable',
      ],
    },
    {
      mistake: 'credentials in the case of props, with values that only Terraform knows',
      make: job((stack) => ({
        destinationCredentials: { accessKeyId: new SecretVariable(stack, 'key').stringValue },
      })),
      says: [
        'destinationCredentials.accessKeyId',
        '"accessKeyId"',
        'is not a credential parameter',
        'Did you mean "access-key-id"?',
      ],
    },
    {
      mistake: 'one half of a key pair',
      make: job({ destinationCredentials: { 'access-key-id': 'A' } }),
      says: [
        'destinationCredentials',
        'The s3 destination',
        'has no "secret-access-key"',
        'Add it to its credentials',
      ],
    },
    {
      mistake: 'credentials in an array',
      make: job({ destinationCredentials: ['A'] }),
      says: [
        'destinationCredentials',
        'an array of 1 item',
        'It must be an object whose values are strings',
        'Correct it',
      ],
    },
  ]);
});

describe('the filter of a job', () => {
  tellMistakes([
    {
      mistake: 'an expression in place of the JSON',
      make: job({ filter: 'BotScore < 30' }),
      says: [
        'filter',
        'BotScore < 30',
        'it must be the JSON of a filter',
        "set where: LogFilter.fromExpression('BotScore < 30')",
      ],
    },
    {
      mistake: 'a text in place of a filter',
      make: job({ where: 'BotScore < 30' }),
      says: ['where', 'the string "BotScore < 30"', 'It must be a LogFilter', 'LogFilter.fromExpression'],
    },
    {
      mistake: 'a field without a comparison',
      make: job({ where: LogFilter.field('BotScore') }),
      says: ['where', 'It must be a LogFilter', 'a field without a comparison', '.atLeast(500)'],
    },
    {
      mistake: 'an object in place of a filter',
      make: job({ where: { key: 'BotScore' } }),
      says: ['where', 'an object with key', 'It must be a LogFilter', 'LogFilter.field('],
    },
    {
      mistake: 'both forms',
      make: job({ where: LogFilter.field('BotScore').lessThan(3), filter: '{"where":{"and":[]}}' }),
      says: ['where: Two filters', 'filter and where', 'are both set', 'Remove one of them'],
    },
    {
      mistake: 'a misspelled field',
      make: where('BotScor < 30'),
      says: ['where', '"BotScor"', 'not among the fields of http_requests', 'Did you mean "BotScore"?'],
    },
    {
      mistake: 'an operator of texts for a number',
      make: where('BotScore contains "3"'),
      says: [
        'In the expression at column',
        '"contains"',
        'does not apply to "BotScore", which is of type int',
        'Use one of eq',
      ],
    },
    {
      mistake: 'a comparison of a text with a number',
      make: where('ClientRequestHost < 3'),
      says: ['In the expression at column', '"lt"', 'does not apply to "ClientRequestHost"', 'Use one of eq'],
    },
    {
      mistake: 'a negative number',
      make: where('BotScore < -1'),
      says: ['where', '"-1"', 'a whole number from 0', 'Write it like "200"'],
    },
    {
      mistake: 'a filter that is never true',
      make: where('BotScore < 30 and BotScore > 40'),
      says: ['where', '`BotScore > 40` and `BotScore < 30`', 'matches no record', 'Join them with "or"'],
    },
    {
      mistake: 'a filter that is always true',
      make: where('BotScore >= 0'),
      says: ['where', '`BotScore >= 0`', 'matches every record', 'Remove it'],
    },
    {
      mistake: 'a single equals sign',
      make: where('BotScore = 30'),
      says: ['LogFilter.fromExpression', 'found "="', 'equality is written "=="', 'column 10'],
    },
    {
      mistake: 'single quotes',
      make: where("ClientCountry == 'de'"),
      says: [
        'LogFilter.fromExpression',
        'column 18',
        'single quotes are not supported',
        'write text in double quotes',
      ],
    },
    {
      mistake: 'a value that is not a number',
      make: () => LogFilter.field('BotScore').lessThan(NaN),
      says: [
        'LogFilter.field',
        '"BotScore" is the number NaN',
        'which no log line has',
        'Pass a finite number',
      ],
    },
    {
      mistake: 'a regular expression as a value',
      make: () => LogFilter.field('ClientRequestPath').contains(/a/ as never),
      says: [
        'LogFilter.field',
        '"ClientRequestPath" is of type object',
        'takes a string or a number',
        'Pass one',
      ],
    },
    {
      mistake: 'a set without its array',
      make: () => LogFilter.field('ClientCountry').in(undefined as never),
      says: ['LogFilter.field', '"ClientCountry" is undefined', 'not an array', 'Write it like ["a", "b"]'],
    },
    {
      mistake: 'an operator of expressions in JSON',
      make: () => LogFilter.fromJson('{"where":{"key":"BotScore","operator":"<","value":30}}'),
      says: ['LogFilter.fromJson', 'no operator "<"', 'column 39', 'Use one of eq'],
    },
    {
      mistake: 'a condition without its group',
      make: () => LogFilter.fromJson('{"key":"BotScore","operator":"lt","value":30}'),
      says: [
        'LogFilter.fromJson',
        'The filter is a condition',
        'without its "where"',
        'Write {"where": {"and": [...]}} around it',
      ],
    },
  ]);
});
