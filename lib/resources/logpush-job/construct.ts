import type { IResolvable, TerraformResource } from 'cdktf';
import { listSome } from '../../ground/words';
import type { Construct } from 'constructs';
import {
  customFieldLogFields,
  isSecretParameter,
  parseDestination,
  type LogDatasetName,
  type LogFieldName,
  type LogFilter,
} from '../../logs';
import {
  atSynth,
  declareResource,
  EdgeResource,
  formOf,
  isExpression,
  refuseDuplicate,
  refuseFaults,
  warnOfLiteral,
  type EdgeResourceProps,
  instanceOf,
} from '../edge-resource';
import { accountNameRule, resolveOwners, zoneNameRule } from '../named-owners';
import { constructLabel, readProps } from '../props';
import { warnOfStoredSecrets } from '../stored-secrets';
import { addWarning } from '../synth-warnings';
import { inTree, mayBeInZone, registeredInStack, registerInZone } from '../zone-registry';
import { logpushJobContract } from './contract';
import { destinationKey } from './destination';
import { usualJobLimit } from './limits';
import { outputRule, type LogOutput } from './log-output';
import { adviseOnSettings } from './settings';
import { filterOf, whereRule } from './where';

export { LogOutput, type LogOutputOptions, OutputType } from './log-output';

/** Format of the timestamps in delivered lines. */
export enum TimestampFormat {
  /** Nanoseconds since the Unix epoch, a number. */
  UNIX_NANO = 'unixnano',
  /** Seconds since the Unix epoch, a number. */
  UNIX = 'unix',
  /** `2026-01-02T03:04:05Z`. */
  RFC3339 = 'rfc3339',
  /** `2026-01-02T03:04:05.678Z`. Needs `output`. */
  RFC3339_MS = 'rfc3339ms',
  /** `2026-01-02T03:04:05.678901234Z`. Needs `output`. */
  RFC3339_NS = 'rfc3339ns',
}

/** Kind of a job. A job without a kind delivers batches of lines with the usual delay. */
export enum JobKind {
  /** Edge Log Delivery: lines of `http_requests`, sent from the edge as soon as they are there. Such a job has no upload limits. */
  EDGE = 'edge',
}

/** How often the service uploads files. Deprecated by the service: set `maxUploadBytes`, `maxUploadIntervalSeconds` or `maxUploadRecords`. */
export enum JobFrequency {
  /** Many small files, the default of the service. */
  HIGH = 'high',
  /** Few large files. */
  LOW = 'low',
}

export interface LogpushJobProps extends EdgeResourceProps {
  /**
   * Id of the zone, 32 hexadecimal digits. Give either this, `zoneName`, `accountId` or `accountName`, as the dataset requires.
   * A change replaces the job.
   *
   * @default - another prop says whose job it is
   */
  readonly zoneId?: string;

  /**
   * Name of the zone, its domain. The plan finds its id. Not available with `EdgeDriver.PROVISIONER`.
   *
   * @default - another prop says whose job it is
   */
  readonly zoneName?: string;

  /**
   * Id of the account, 32 hexadecimal digits, for a dataset of accounts such as `LogDataset.AUDIT_LOGS`. `firewall_events` and
   * `websocket_analytics` exist for zones and for accounts, with partly different fields. A change replaces the job.
   *
   * @default - another prop says whose job it is
   */
  readonly accountId?: string;

  /**
   * Name of the account. The plan finds its id. Not available with `EdgeDriver.PROVISIONER`.
   *
   * @default - another prop says whose job it is
   */
  readonly accountName?: string;

  /**
   * Name of the job: at most 512 letters, digits, `-` and `.`. Names do not need to be unique. Required with
   * `EdgeDriver.PROVISIONER`, which finds the job by it.
   *
   * @default - the job has no name
   */
  readonly name?: string;

  /**
   * Destination of the logs, for example `s3://<bucket>/<path>?region=<region>`. The service replaces `{DATE}` in the path
   * with the day, as YYYYMMDD. A change updates the job in place. Where the service requires proof of ownership, a change
   * needs a new `ownershipChallenge`.
   */
  readonly destinationConf: string;

  /**
   * Parameters of the destination that are credentials, for example `access-key-id` and `secret-access-key`. The provider
   * appends them to `destinationConf`. They are write-only: neither plan nor state contains them. Pass
   * `SecretVariable`s, not literals.
   *
   * @default - none
   */
  // oxlint-disable-next-line typescript/consistent-indexed-object-style -- jsii knows no Record
  readonly destinationCredentials?: { [key: string]: string };

  /**
   * A number that you increase when you rotate `destinationCredentials`. Terraform cannot see a change of write-only
   * values; a change of this number sends them again.
   *
   * @default - none: credentials are sent when the destination changes
   */
  readonly destinationCredentialsVersion?: number;

  /**
   * Log fields of each line, such as `LogField.RayID`, checked against the dataset. The service delivers them in
   * alphabetical order or, with `output`, in the order of this list. `Cookies`, `RequestHeaders` and `ResponseHeaders` contain
   * the custom fields of the zone: see `CustomFieldsRuleset`. In TypeScript, a name that is newer than this version, or that only
   * Terraform knows, needs a cast: `variable.stringValue as LogFieldName`.
   *
   * @default - the default fields of the dataset, which the service chooses
   */
  readonly fields?: LogFieldName[];

  /**
   * Dataset to deliver: one of `LogDataset`. It decides whether the job needs `zoneId` or `accountId`; `edge-platform logs
   * fields` lists the datasets of each. A change replaces the job. In TypeScript, a name that is newer than this version needs a cast:
   * `'new_dataset' as LogDatasetName`.
   *
   * @default - "http_requests", a dataset of zones
   */
  readonly dataset?: LogDatasetName;

  /**
   * Format of the timestamps.
   *
   * @default TimestampFormat.UNIX_NANO
   */
  readonly timestampFormat?: TimestampFormat;

  /**
   * Share of the lines to deliver, from 0 to 1. The service samples after it filters. It accepts 0, and does not say what it delivers then.
   *
   * @default - 1, every line
   */
  readonly sampleRate?: number;

  /**
   * Format of records and files, for example `LogOutput.outputOptions({ outputType: OutputType.CSV })`. With it, the job
   * has `output_options` at the service, without it `logpull_options`. Adding or removing it updates the job in place.
   *
   * @default - ndjson, with `logpull_options`
   */
  readonly output?: LogOutput;

  /**
   * Filter for the lines to deliver, a JSON document in the filter language of the service with at most 30 operators
   * (conditions and groups) and 1000 bytes. It is checked against the fields of the dataset and their types. Give either this
   * or `where`.
   *
   * @default - all lines
   */
  readonly filter?: string;

  /**
   * Filter for the lines to deliver, built in code: `LogFilter.field(LogField.EdgeResponseStatus).atLeast(500)`. It is checked
   * against the fields of the dataset and their types. A filter of more than 30 operators (conditions and groups) or 1000
   * bytes is shortened to an equivalent one, where possible. Give either this or `filter`.
   *
   * @default - all lines
   */
  readonly where?: LogFilter;

  /**
   * Token that the service wrote into the destination to prove that you own it. Some destinations need one when the job is
   * created or its destination changes; you can remove it afterwards. It is write-only: neither plan nor state contains it.
   * Pass a `SecretVariable`, not a literal.
   *
   * @default - none
   */
  readonly ownershipChallenge?: string;

  /**
   * Whether the job delivers logs.
   *
   * @default - true
   */
  readonly enabled?: boolean | IResolvable;

  /**
   * Most bytes of an uploaded file, before compression: 5,000,000 to 1,000,000,000, or 0 for the default of the service.
   *
   * @default - 0, the default of the service
   */
  readonly maxUploadBytes?: number;

  /**
   * Most seconds between two uploads: 30 to 300, or 0 for the default of the service.
   *
   * @default - 0, the default of the service
   */
  readonly maxUploadIntervalSeconds?: number;

  /**
   * Most lines of an uploaded file: 1,000 to 1,000,000, or 0 for the default of the service.
   *
   * @default - 0, the default of the service
   */
  readonly maxUploadRecords?: number;

  /**
   * Whether to leave out attack traffic. Only for `http_requests`, `firewall_events` and `network_analytics_logs`.
   *
   * @default - false
   */
  readonly filterAttackTraffic?: boolean | IResolvable;

  /**
   * Kind of the job. `JobKind.EDGE` is for the dataset `http_requests` only, and excludes the three upload limits. A change replaces
   * the job.
   *
   * @default - an ordinary job
   */
  readonly kind?: JobKind;

  /**
   * How often the service uploads files.
   *
   * @deprecated by the service: set `maxUploadBytes`, `maxUploadIntervalSeconds` or `maxUploadRecords`
   * @default JobFrequency.HIGH
   */
  readonly frequency?: JobFrequency;
}

/**
 * A Logpush job, which delivers the logs of a zone or an account to a bucket or another destination.
 *
 * All props except those of the zone or account, `dataset` and `kind` update the job in place, because the service delivers each log line only once and
 * a replacement would lose lines.
 *
 * Import id: `<zone>/<job id>`, or `<zone>/<job name>` where the name is unique. That of a job of an account is
 * `accounts/<account>/<job id>` or `accounts/<account>/<job name>`. `<zone>` and `<account>` are an id or a name.
 *
 * @example
 * new LogpushJob(this, 'logs', {
 *   zoneId,
 *   name: 'errors',
 *   destinationConf: 's3://logs-bucket/http/{DATE}?region=eu-central-1',
 *   ownershipChallenge: challenge.stringValue,
 *   fields: [LogField.RayID, LogField.EdgeStartTimestamp, LogField.EdgeResponseStatus, LogField.RequestHeaders],
 *   timestampFormat: TimestampFormat.RFC3339,
 *   where: LogFilter.field(LogField.EdgeResponseStatus).atLeast(500).and(LogFilter.field(LogField.ClientCountry).in(['nl', 'de'])),
 * });
 */
export class LogpushJob extends EdgeResource {
  /** Id of the zone; undefined for a job of an account. */
  public readonly zoneId: string | undefined;
  /** Id of the account; undefined for a job of a zone. */
  public readonly accountId: string | undefined;
  public readonly resource: TerraformResource;

  public constructor(scope: Construct, id: string, props: LogpushJobProps) {
    super(scope, id);
    const read = readProps(constructLabel(this), form, props);
    const { output } = read.props;
    const owners = resolveOwners(this, props);
    const { filter, faults, warnings } = filterOf(read.props, owners);
    const given = {
      ...read.given,
      ...owners.attributes,
      output_options: output?._attributes(listOrNone(props.fields)),
    };
    const checked = props.where === undefined && faults.length === 0 ? { ...given, filter } : given;
    refuseFaults(this, logpushJobContract, checked, [
      ...read.faults,
      ...owners.faults,
      ...faults,
      ...placeholderFaults(props.destinationConf),
    ]);
    this.zoneId = owners.zoneId;
    this.accountId = owners.accountId;
    this.resource = declareResource(this, logpushJobContract, props, () => ({ ...given, filter }));
    this.warnOfLiterals(props);
    for (const { detail } of adviseOnSettings(props)) addWarning(this, 'frequency', detail);
    for (const { name: warning, text } of warnings) addWarning(this, warning, text);
    warnOfStoredSecrets(this, logpushJobContract, given);
    this.checkAppAtSynth(props);
    const { name, dataset = logpushJobContract.attributes.dataset.default, destinationConf } = props;
    refuseDuplicate(this, logpushJobContract, props, {
      identity: () => [
        name,
        dataset,
        isExpression(destinationConf) ? destinationConf : destinationKey(destinationConf),
      ],
      prop: 'name',
      value: name,
      others: `${this.accountId === undefined ? 'zone' : 'account'}, dataset and destination`,
      effect: 'The service would deliver each line twice.',
    });
  }

  /**
   * One instance of a construct with `forEach` or `count`, with its outputs, its address and its import.
   *
   * @param key - the key of the iterator, or the index from 0
   */
  public at(key: string | number): LogpushJob {
    return instanceOf<LogpushJob>(this, key);
  }

  /** Id of the job. */
  public get id(): string {
    return this.outputs.getStringAttribute('id');
  }

  /** Name of the job. */
  public get name(): string {
    return this.outputs.getStringAttribute('name');
  }

  /** Time of the last delivery as of the last refresh, in RFC 3339 format; null before the first delivery. */
  public get lastComplete(): string {
    return this.outputs.getStringAttribute('last_complete');
  }

  /** Time of the last failed delivery as of the last refresh, in RFC 3339 format; null if none failed. */
  public get lastError(): string {
    return this.outputs.getStringAttribute('last_error');
  }

  /** Reason of the last failed delivery as of the last refresh; null if none failed. */
  public get errorMessage(): string {
    return this.outputs.getStringAttribute('error_message');
  }

  private warnOfLiterals({ ownershipChallenge, destinationCredentials = {} }: LogpushJobProps): void {
    const fix = 'Pass a SecretVariable.';
    warnOfLiteral(this, 'ownershipChallenge', ownershipChallenge, fix);
    if (isExpression(destinationCredentials)) return;
    for (const [name, value] of Object.entries(destinationCredentials).filter(([each]) =>
      isSecretParameter(each),
    ))
      warnOfLiteral(this, `destinationCredentials["${name}"]`, value, fix);
  }

  /** Checks the job against other constructs of the app, which may be created later. */
  private checkAppAtSynth({ fields, dataset }: LogpushJobProps): void {
    const { typeName, attributes } = logpushJobContract;
    const isOfZone = this.accountId === undefined;
    // The usual limit of an account is one for each dataset.
    const topic = isOfZone ? typeName : `${typeName} ${dataset ?? attributes.dataset.default}`;
    registerInZone(topic, this);
    const customFields = customFieldLogFields.filter(
      (each) => isOfZone && Array.isArray(fields) && fields.includes(each),
    );
    atSynth(this, () => {
      this.warnOfEmptyFields(customFields);
      this.warnOfLimit(topic, isOfZone ? 'the zone' : 'the account and the dataset');
    });
  }

  private warnOfEmptyFields(customFields: readonly string[]): void {
    if (customFields.length === 0) return;
    const empty = customFields.filter((field) => !mayBeInZone(field, this));
    if (empty.length === 0) return;
    const verb = empty.length === 1 ? 'is' : 'are';
    addWarning(
      this,
      'empty_fields',
      `${empty.join(', ')} ${verb} listed in fields, but this app configures no custom fields of that kind for the ` +
        'zone: the lines will contain {} there. Add a CustomFieldsRuleset, unless the fields are configured elsewhere.',
    );
  }

  /** Warns once for each zone or account, at the first job above the limit: the service would refuse it at deploy. */
  private warnOfLimit(topic: string, what: string): void {
    const registered = registeredInStack(topic, this);
    if (registered.length <= usualJobLimit || itemAt(inTree(registered), usualJobLimit) !== this) return;
    const paths = [...inTree(registered)].map(({ node }) => node.path);
    addWarning(
      this,
      'job_limit',
      `This stack declares ${paths.length} jobs for ${what}, and ${usualJobLimit} are the usual limit: ` +
        `${listSome(paths, 10)}. The service refuses more, unless your contract allows them.`,
    );
  }
}

const form = formOf(
  logpushJobContract,
  { where: whereRule, output: outputRule, ...zoneNameRule, ...accountNameRule },
  ['output_options'],
);

/** The faults of placeholders in a destination. Terraform has no reference that is a name alone, such as `${DATE}`: it stands for one. The contract checks texts without expressions. */
function placeholderFaults(conf: unknown): string[] {
  if (typeof conf !== 'string' || !/\$\{\w+\}/.test(conf)) return [];
  const text = conf.replace(/\$\{\w*[^\w}][^}]*\}/g, 'x');
  return parseDestination(text)
    .faults.filter(({ code }) => code === 'destination.placeholder')
    .map(({ message }) => `destinationConf: ${message}`);
}

/** A list, or none for a value of another type: that is refused as `fields`, and not as an option of the output too. */
function listOrNone(fields: LogpushJobProps['fields']): string[] | undefined {
  return Array.isArray(fields) || isExpression(fields) ? fields : undefined;
}

function itemAt<T>(items: Iterable<T>, index: number): T | undefined {
  let at = 0;
  for (const each of items) {
    if (at === index) return each;
    at += 1;
  }
  return undefined;
}
