import { LogFilter, LogpushJob, SecretVariable } from '../../lib';
import { zoneId } from '../constructs/support';
import { constructs, tellMistakes } from './table';

const job = constructs(LogpushJob, { zoneId, name: 'logs', destinationConf: 's3://logs?region=eu' });
const to = (destinationConf: string) => job({ destinationConf });
const where = (expression: string) => () => {
  job({ where: LogFilter.fromExpression(expression) })();
};

describe('where a job delivers to', () => {
  tellMistakes({
    'the name of a bucket': [
      to('logs'),
      'destinationConf … The destination … is not a URL … Write it like s3://',
    ],
    'an empty variable': [to(''), 'destinationConf … The destination is empty … s3:// … Write it like s3://'],
    'a blank before the address': [
      to(' s3://logs?region=eu'),
      'destinationConf … begins with white space … white space … Remove it',
    ],
    'a blank in the address': [
      to('https://logs.example.com/a b'),
      'destinationConf … contains white space … a space inside a value … Write a space inside a value as %20',
    ],
    'a percent sign that is not encoded': [
      to('https://logs.example.com/?a=100%'),
      'destinationConf … Parameter 1 … with legal percent escapes … write a "%" in a value as %25',
    ],
    'no region': [to('s3://logs'), 'destinationConf … The s3 destination … has no "region" … Add region=…'],
    'a misspelled region': [
      to('s3://logs?regoin=eu'),
      'destinationConf … "regoin" … has no "region" … Write it region=…',
    ],
    'a parameter twice': [
      to('s3://logs?region=eu&region=us'),
      'destinationConf … "region" … twice … Give it once',
    ],
    'no bucket': [
      to('gs://'),
      'destinationConf … "gs://" … names nothing between … Put the bucket or the host there',
    ],
    'a folder above the bucket': [
      to('s3://../x?region=eu'),
      'destinationConf … s3://../x … neither "." nor ".." … Write it like s3://<bucket>/<folder>',
    ],
    'http without s': [
      to('http://logs.example.com'),
      'destinationConf … "http://" … over HTTPS only … Write https://',
    ],
    'the name of a product as the scheme': [
      to('gcs://logs'),
      'destinationConf … "gcs://" … This version knows … Did you mean "gs"?',
    ],
    'credentials in the address': [
      to('s3://logs?region=eu&access-key-id=A&secret-access-key=B'),
      'destinationConf … access-key-id, secret-access-key … would expose them … Move them to destinationCredentials',
    ],
    'a password before the host': [
      to('https://user:pass@logs.example.com'),
      'destinationConf … user:password@ … would expose them … header_Authorization',
    ],
    'credentials in the code': [
      job({ destinationCredentials: { 'access-key-id': 'A', 'secret-access-key': 'B' } }),
      'destinationCredentials["access-key-id"] … is a literal … anyone who can read … Pass a SecretVariable',
    ],
    'credentials in the case of props, with values that only Terraform knows': [
      job((stack) => ({
        destinationCredentials: { accessKeyId: new SecretVariable(stack, 'key').stringValue },
      })),
      'destinationCredentials.accessKeyId … "accessKeyId" … is not a credential parameter … Did you mean "access-key-id"?',
    ],
    'one half of a key pair': [
      job({ destinationCredentials: { 'access-key-id': 'A' } }),
      'destinationCredentials … The s3 destination … has no "secret-access-key" … Add it to its credentials',
    ],
  });
});

describe('the filter of a job', () => {
  tellMistakes({
    'an expression in place of the JSON': [
      job({ filter: 'BotScore < 30' }),
      "filter … BotScore < 30 … it must be the JSON of a filter … set where: LogFilter.fromExpression('BotScore < 30')",
    ],
    'a text in place of a filter': [
      job({ where: 'BotScore < 30' }),
      'where … the string "BotScore < 30" … It must be a LogFilter … LogFilter.fromExpression',
    ],
    'a field without a comparison': [
      job({ where: LogFilter.field('BotScore') }),
      'where … It must be a LogFilter … a field without a comparison … .atLeast(500)',
    ],
    'a misspelled field': [
      where('BotScor < 30'),
      'where … "BotScor" … not among the fields of http_requests … Did you mean "BotScore"?',
    ],
    'an operator of texts for a number': [
      where('BotScore contains "3"'),
      'In the expression at column … "contains" … does not apply to "BotScore", which is of type int … Use one of eq',
    ],
    'a negative number': [
      where('BotScore < -1'),
      'where … "-1" … a whole number from 0 … Write it like "200"',
    ],
    'a filter that is never true': [
      where('BotScore < 30 and BotScore > 40'),
      'where … `BotScore > 40` and `BotScore < 30` … matches no record … Join them with "or"',
    ],
    'a filter that is always true': [
      where('BotScore >= 0'),
      'where … `BotScore >= 0` … matches every record … Remove it',
    ],
    'single quotes': [
      where("ClientCountry == 'de'"),
      'LogFilter.fromExpression … column 18 … single quotes are not supported … write text in double quotes',
    ],
    'a value that is not a number': [
      () => LogFilter.field('BotScore').lessThan(NaN),
      'LogFilter.field … "BotScore" is the number NaN … which no log line has … Pass a finite number',
    ],
    'a set without its array': [
      () => LogFilter.field('ClientCountry').in(undefined as never),
      'LogFilter.field … "ClientCountry" is undefined … not an array … Write it like ["a", "b"]',
    ],
    'a condition without its group': [
      () => LogFilter.fromJson('{"key":"BotScore","operator":"lt","value":30}'),
      'LogFilter.fromJson … The filter is a condition … without its "where" … Write {"where": {"and": [...]}} around it',
    ],
  });
});
