import { TerraformVariable } from 'cdktf';
import { LogOutput, LogpushJob } from '../../lib';
import { zoneId } from '../constructs/support';
import { constructs, props, tellMistakes } from './table';

const job = constructs(LogpushJob, { zoneId, name: 'logs', destinationConf: 's3://logs?region=eu' });

describe('the zone or account of a job', () => {
  tellMistakes([
    {
      mistake: 'a variable that is not set, in a template',
      make: job({ destinationConf: `s3://logs/${String(undefined)}?region=eu` }),
      says: ['destinationConf', '"undefined"', 'a variable that is not set', 'Set the variable'],
    },
    {
      mistake: 'a token in place of a condition',
      make: job((stack) => ({ where: new TerraformVariable(stack, 'v', {}).stringValue })),
      says: [
        'where',
        'a token, whose value only Terraform knows',
        'It must be a LogFilter',
        'LogFilter.from',
      ],
    },
    {
      mistake: 'two jobs without a name that deliver the same',
      make: job((stack) => {
        const same = { zoneId, destinationConf: 's3://logs?region=eu' };
        new LogpushJob(stack, 'one', same);
        return { ...same, name: undefined };
      }),
      says: [
        '[edge/it]',
        'edge/one is another LogpushJob',
        'would deliver each line twice',
        'Keep one of them',
      ],
    },
    {
      mistake: 'a domain in place of an ID',
      make: job({ zoneId: 'example.com' }),
      says: [
        '[edge/it] LogpushJob: zoneId',
        '"example.com"',
        '32 hexadecimal digits',
        'set zoneName to it, and leave zoneId out',
      ],
    },
    {
      mistake: 'an ID in upper case',
      make: job({ zoneId: 'A'.repeat(32) }),
      says: ['zoneId', `"${'A'.repeat(32)}"`, 'in lower case', `Write it as "${'a'.repeat(32)}"`],
    },
    {
      mistake: 'an ID with a blank, as it was copied',
      make: job({ zoneId: `${zoneId} ` }),
      says: ['zoneId', `"${zoneId} "`, '32 hexadecimal digits', `Write it as "${zoneId}"`],
    },
    {
      mistake: 'a part of an ID',
      make: job({ zoneId: 'abc123' }),
      says: ['zoneId', '"abc123"', '32 hexadecimal digits', 'Copy it from the overview page of the zone'],
    },
    {
      mistake: 'an ID as a number',
      make: job({ zoneId: 123 }),
      says: ['zoneId', 'the number 123', 'It must be a string', 'Write it in quotes'],
    },
    {
      mistake: 'an empty variable as the ID',
      make: job({ zoneId: '' }),
      says: ['zoneId', 'It is empty', '32 hexadecimal digits', 'Copy it from the overview page'],
    },
    {
      mistake: 'a variable that is not set as the ID',
      make: job({ zoneId: undefined }),
      says: ['zoneId', 'null or not set', 'A job belongs to a zone or to an account', 'set zoneId'],
    },
    {
      mistake: 'an ID in place of a domain',
      make: job({ zoneId: undefined, zoneName: zoneId }),
      says: ['zoneName', `"${zoneId}"`, 'zones are named by domains', 'set zone_id (zoneId) to it'],
    },
    {
      mistake: 'the address of a site in place of a domain',
      make: job({ zoneId: undefined, zoneName: 'https://example.com/' }),
      says: ['zoneName', '"https://example.com/"', 'zones are named by domains', 'Write it as example.com'],
    },
    {
      mistake: 'a zone by ID and by name',
      make: job({ zoneName: 'example.com' }),
      says: ['zoneName: Zone given twice', 'zoneId and zoneName', 'are both set', 'Keep one of them'],
    },
    {
      mistake: 'a zone and an account',
      make: job({ accountId: zoneId }),
      says: ['accountId', zoneId, 'A job belongs to a zone or to an account', 'Remove one of them'],
    },
    {
      mistake: 'a dataset of accounts in a zone',
      make: job({ dataset: 'audit_logs' }),
      says: ['dataset', '"audit_logs"', 'available for accounts only', 'Set accountId in place of zoneId'],
    },
    {
      mistake: 'the default dataset in an account',
      make: job({ zoneId: undefined, accountId: zoneId }),
      says: [
        'dataset is not set',
        '"http_requests"',
        'available for zones only',
        'Set zoneId in place of accountId',
      ],
    },
    {
      mistake: 'the name of a prop in HCL',
      make: job({ zone_id: zoneId }),
      says: ['[edge/it] LogpushJob', 'zone_id', 'there is no prop zone_id', 'Did you mean zoneId?'],
    },
    {
      mistake: 'a prop in another case',
      make: job({ zoneID: zoneId }),
      says: ['[edge/it] LogpushJob', 'zoneID', 'there is no prop zoneID', 'Did you mean zoneId?'],
    },
  ]);
});

describe('what a job delivers', () => {
  tellMistakes([
    {
      mistake: 'the options of the API in one text',
      make: job({ logpullOptions: 'fields=RayID&timestamps=rfc3339' }),
      says: [
        '[edge/it] LogpushJob',
        'there is no prop logpullOptions',
        'logpull_options is set with',
        'fields, timestampFormat, sampleRate here',
      ],
    },
    {
      mistake: 'the output of the API',
      make: job({ outputOptions: { output_type: 'csv' } }),
      says: [
        '[edge/it] LogpushJob',
        'outputOptions',
        'there is no prop outputOptions',
        'Did you mean output?',
      ],
    },
    {
      mistake: 'a misspelled dataset',
      make: job({ dataset: 'http-requests' }),
      says: [
        'dataset',
        '"http-requests"',
        'not among the datasets that this version knows',
        'Did you mean "http_requests"?',
      ],
    },
    {
      mistake: 'a field in another case',
      make: job({ fields: ['RayId'] }),
      says: ['fields', '"RayId"', 'not among the fields of http_requests', 'Did you mean "RayID"?'],
    },
    {
      mistake: 'a field in the case of HCL',
      make: job({ fields: ['client_ip'] }),
      says: ['fields', '"client_ip"', 'not among the fields of http_requests', 'Did you mean "ClientIP"?'],
    },
    {
      mistake: 'fields in one text',
      make: job({ fields: 'RayID,ClientIP' }),
      says: [
        'fields',
        'the string "RayID,ClientIP"',
        'It must be an array of strings',
        '["RayID", "ClientIP"]',
      ],
    },
    {
      mistake: 'fields in one item',
      make: job({ fields: ['RayID,ClientIP'] }),
      says: [
        'fields',
        '"RayID,ClientIP"',
        'several names in one',
        'Write each as an item: "RayID", "ClientIP"',
      ],
    },
    {
      mistake: 'no fields',
      make: job({ fields: [] }),
      says: [
        'fields',
        'No field is listed',
        'at least one field',
        'List at least one field of the dataset http_requests',
      ],
    },
    {
      mistake: 'a field twice',
      make: job({ fields: ['RayID', 'RayID'] }),
      says: ['fields', '"RayID"', 'listed more than once', 'List it once'],
    },
    {
      mistake: 'null among the fields',
      make: job({ fields: ['RayID', null] }),
      says: ['fields[1]', 'fields[1] is null', 'It must be a string', 'Correct it'],
    },
    {
      mistake: 'a variable that is not set among the fields',
      make: job({ fields: ['RayID', undefined] }),
      says: ['fields[1]', 'fields[1] is undefined', 'An environment variable that is not set', 'set it'],
    },
    {
      mistake: 'custom fields that no construct configures',
      make: job({ fields: ['RequestHeaders'] }),
      says: ['fields', 'RequestHeaders', 'the lines will contain {}', 'Add a CustomFieldsRuleset'],
    },
    {
      mistake: 'a share in percent',
      make: job({ sampleRate: 10 }),
      says: ['sampleRate', '10', 'from 0 to 1', '1 delivers every line'],
    },
    {
      mistake: 'a switch in quotes',
      make: job({ enabled: 'false' }),
      says: ['enabled', 'the string "false"', 'It must be true or false', 'Write it without quotes: false'],
    },
    {
      mistake: 'a format in capitals',
      make: job({ timestampFormat: 'RFC3339' }),
      says: ['timestampFormat', '"RFC3339"', 'It must be one of', '"rfc3339"'],
    },
    {
      mistake: 'a format that needs output options',
      make: job({ timestampFormat: 'rfc3339ms' }),
      says: ['timestampFormat', '"rfc3339ms"', 'only unixnano, unix, rfc3339', 'set outputOptions'],
    },
    {
      mistake: 'a name with a blank',
      make: job({ name: 'my logs' }),
      says: ['name', '"my logs"', 'letters, digits, "-" and "."', 'A job name has'],
    },
    {
      mistake: 'bytes in megabytes',
      make: job({ maxUploadBytes: 5 }),
      says: ['maxUploadBytes', '5', 'from 5000000 to 1000000000', '0 for the default of the service'],
    },
    {
      mistake: 'bytes with a unit',
      make: job({ maxUploadBytes: '5MB' }),
      says: ['maxUploadBytes', 'the string "5MB"', 'It must be a number', 'leave it out'],
    },
    {
      mistake: 'an output of the wrong name',
      make: job({ outputOptions: { outputType: 'csv' } }),
      says: ['[edge/it] LogpushJob', 'outputOptions', 'there is no prop outputOptions', 'output'],
    },
    {
      mistake: 'an output that is an object',
      make: job({ output: { outputType: 'csv' } }),
      says: ['output', 'an object with outputType', 'It must be a LogOutput', 'LogOutput.outputOptions('],
    },
    {
      mistake: 'fields among the output options',
      make: () => LogOutput.outputOptions(props({ fieldNames: ['RayID'] })),
      says: [
        'LogOutput.outputOptions',
        'fieldNames',
        'there is no prop fieldNames',
        'field_names is the list fields of the job here',
      ],
    },
    {
      mistake: 'a challenge in the code',
      make: job({ ownershipChallenge: 'abc' }),
      says: ['ownershipChallenge', 'is a literal', 'anyone who can read', 'Pass a SecretVariable'],
    },
  ]);
});
