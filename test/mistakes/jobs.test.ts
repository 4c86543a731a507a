import { TerraformVariable } from 'cdktf';
import { LogOutput, LogpushJob } from '../../lib';
import { zoneId } from '../constructs/support';
import { constructs, props, tellMistakes } from './table';

const job = constructs(LogpushJob, { zoneId, name: 'logs', destinationConf: 's3://logs?region=eu' });

describe('the zone or account of a job', () => {
  tellMistakes({
    'a variable that is not set, in a template': [
      job({ destinationConf: `s3://logs/${String(undefined)}?region=eu` }),
      'destinationConf … "undefined" … a variable that is not set … Set the variable',
    ],
    'a token in place of a condition': [
      job((stack) => ({ where: new TerraformVariable(stack, 'v', {}).stringValue })),
      'where … a token, whose value only Terraform knows … It must be a LogFilter … LogFilter.from',
    ],
    'two jobs without a name that deliver the same': [
      job((stack) => {
        const same = { zoneId, destinationConf: 's3://logs?region=eu' };
        new LogpushJob(stack, 'one', same);
        return { ...same, name: undefined };
      }),
      '[edge/it] … edge/one is another LogpushJob … would deliver each line twice … Keep one of them',
    ],
    'a domain in place of an ID': [
      job({ zoneId: 'example.com' }),
      '[edge/it] LogpushJob: zoneId … "example.com" … 32 hexadecimal digits … set zoneName to it, and leave zoneId out',
    ],
    'an ID in upper case': [
      job({ zoneId: 'A'.repeat(32) }),
      `zoneId … "${'A'.repeat(32)}" … in lower case … Write it as "${'a'.repeat(32)}"`,
    ],
    'an ID with a blank, as it was copied': [
      job({ zoneId: `${zoneId} ` }),
      `zoneId … "${zoneId} " … 32 hexadecimal digits … Write it as "${zoneId}"`,
    ],
    'an empty variable as the ID': [
      job({ zoneId: '' }),
      'zoneId … It is empty … 32 hexadecimal digits … Copy it from the overview page',
    ],
    'an ID in place of a domain': [
      job({ zoneId: undefined, zoneName: zoneId }),
      `zoneName … "${zoneId}" … zones are named by domains … set zone_id (zoneId) to it`,
    ],
    'the address of a site in place of a domain': [
      job({ zoneId: undefined, zoneName: 'https://example.com/' }),
      'zoneName … "https://example.com/" … zones are named by domains … Write it as example.com',
    ],
    'a dataset of accounts in a zone': [
      job({ dataset: 'audit_logs' }),
      'dataset … "audit_logs" … available for accounts only … Set accountId in place of zoneId',
    ],
    'the default dataset in an account': [
      job({ zoneId: undefined, accountId: zoneId }),
      'dataset is not set … "http_requests" … available for zones only … Set zoneId in place of accountId',
    ],
    'the name of a prop in HCL': [
      job({ zone_id: zoneId }),
      '[edge/it] LogpushJob … zone_id … there is no prop zone_id … Did you mean zoneId?',
    ],
  });
});

describe('what a job delivers', () => {
  tellMistakes({
    'the options of the API in one text': [
      job({ logpullOptions: 'fields=RayID&timestamps=rfc3339' }),
      '[edge/it] LogpushJob … there is no prop logpullOptions … logpull_options is set with … fields, timestampFormat, sampleRate here',
    ],
    'a field in another case': [
      job({ fields: ['RayId'] }),
      'fields … "RayId" … not among the fields of http_requests … Did you mean "RayID"?',
    ],
    'fields in one item': [
      job({ fields: ['RayID,ClientIP'] }),
      'fields … "RayID,ClientIP" … several names in one … Write each as an item: "RayID", "ClientIP"',
    ],
    'no fields': [
      job({ fields: [] }),
      'fields … No field is listed … at least one field … List at least one field of the dataset http_requests',
    ],
    'a field twice': [
      job({ fields: ['RayID', 'RayID'] }),
      'fields … "RayID" … listed more than once … List it once',
    ],
    'a variable that is not set among the fields': [
      job({ fields: ['RayID', undefined] }),
      'fields[1] … fields[1] is undefined … An environment variable that is not set … set it',
    ],
    'custom fields that no construct configures': [
      job({ fields: ['RequestHeaders'] }),
      'fields … RequestHeaders … the lines will contain {} … Add a CustomFieldsRuleset',
    ],
    'a share in percent': [job({ sampleRate: 10 }), 'sampleRate … 10 … from 0 to 1 … 1 delivers every line'],
    'a switch in quotes': [
      job({ enabled: 'false' }),
      'enabled … the string "false" … It must be true or false … Write it without quotes: false',
    ],
    'a format in capitals': [
      job({ timestampFormat: 'RFC3339' }),
      'timestampFormat … "RFC3339" … It must be one of … "rfc3339"',
    ],
    'a format that needs output options': [
      job({ timestampFormat: 'rfc3339ms' }),
      'timestampFormat … "rfc3339ms" … only unixnano, unix, rfc3339 … set output (output: LogOutput.outputOptions())',
    ],
    'a name with a blank': [
      job({ name: 'my logs' }),
      'name … "my logs" … letters, digits, "-" and "." … A job name has',
    ],
    'bytes in megabytes': [
      job({ maxUploadBytes: 5 }),
      'maxUploadBytes … 5 … from 5000000 to 1000000000 … 0 for the default of the service',
    ],
    'an output that is an object': [
      job({ output: { outputType: 'csv' } }),
      'output … an object with outputType … It must be a LogOutput … LogOutput.outputOptions(',
    ],
    'fields among the output options': [
      () => LogOutput.outputOptions(props({ fieldNames: ['RayID'] })),
      'LogOutput.outputOptions … fieldNames … there is no prop fieldNames … field_names is the list fields of the job here',
    ],
    'a challenge in the code': [
      job({ ownershipChallenge: 'abc' }),
      'ownershipChallenge … is a literal … anyone who can read … Pass a SecretVariable',
    ],
  });
});
