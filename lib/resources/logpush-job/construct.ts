import { Annotations, type IResolvable, type TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import { customFieldLogFields, type LogFilter } from '../../logs';
import {
  atSynth,
  attributesOf,
  declareResource,
  EdgeResource,
  refuseFaults,
  warnOfLiteral,
  type EdgeResourceProps,
} from '../edge-resource';
import { findInZoneOfStack, mayBeInZone, registerInZone } from '../zone-registry';
import { logpushJobContract } from './contract';
import { usualJobLimit } from './limits';
import type { LogOutput } from './log-output';
import { filterOf } from './where';

export { LogOutput, type LogOutputOptions, OutputType } from './log-output';

/** How a job writes times. */
export enum TimestampFormat {
  /** Nanoseconds since 1970 as a number. */
  UNIX_NANO = 'unixnano',
  /** Seconds since 1970 as a number. */
  UNIX = 'unix',
  /** `2026-01-02T03:04:05Z`. */
  RFC3339 = 'rfc3339',
  /** `2026-01-02T03:04:05.678Z`. Needs `output`. */
  RFC3339_MS = 'rfc3339ms',
  /** `2026-01-02T03:04:05.678901234Z`. Needs `output`. */
  RFC3339_NS = 'rfc3339ns',
}

export interface LogpushJobProps extends EdgeResourceProps {
  /** The zone's id, 32 hexadecimal digits. A change makes a new job. */
  readonly zoneId: string;

  /** Name of the job: letters, digits, `-` and `.`, at most 512 of them. It need not be unique. */
  readonly name: string;

  /**
   * Where the lines go, `s3://<bucket and path>?region=<region>` for instance. `{DATE}` in the path becomes YYYYMMDD.
   * Changed in place; a destination that has to be proven needs a new `ownershipChallenge` then.
   */
  readonly destinationConf: string;

  /**
   * Parameters of the destination that carry a credential, `access-key-id` and `secret-access-key` for instance: sent
   * behind `destinationConf`. Write-only: neither plan nor state holds them. Pass sensitive `TerraformVariable`s, not
   * literals.
   *
   * @default - none
   */
  // eslint-disable-next-line @typescript-eslint/consistent-indexed-object-style -- jsii knows no Record
  readonly destinationCredentials?: { [key: string]: string };

  /**
   * Any number. A change sends the destination with the present `destinationCredentials` again: raise it when they are
   * rotated.
   *
   * @default - none: credentials are sent when the destination changes
   */
  readonly destinationCredentialsVersion?: number;

  /**
   * The log fields of a line, checked against the dataset. They are delivered in alphabetical order, and in the order
   * in which they are listed where `output` is given. `Cookies`, `RequestHeaders` and `ResponseHeaders` carry the zone's
   * custom fields: see `CustomFieldsRuleset`.
   */
  readonly fields: string[];

  /**
   * What is delivered, `http_requests` or another dataset of zones. A change makes a new job.
   *
   * @default - "http_requests"
   */
  readonly dataset?: string;

  /**
   * How times are written.
   *
   * @default TimestampFormat.UNIX_NANO
   */
  readonly timestampFormat?: TimestampFormat;

  /**
   * The share of lines that is delivered, above 0 and up to 1. Applied after the filter.
   *
   * @default - 1, every line
   */
  readonly sampleRate?: number;

  /**
   * How records and files are written, `LogOutput.outputOptions({ outputType: OutputType.CSV })` for instance. Given or
   * taken away, the job moves between the service's `output_options` and `logpull_options` in place.
   *
   * @default - ndjson, by `logpull_options`
   */
  readonly output?: LogOutput;

  /**
   * Which lines are delivered: a JSON document of the service's filter language, at most 30 operators and 1000 bytes.
   * Checked against the dataset's fields and their types. Not beside `where`.
   *
   * @default - all lines
   */
  readonly filter?: string;

  /**
   * Which lines are delivered, said in code: `LogFilter.field('EdgeResponseStatus').atLeast(500)`. Checked against the
   * dataset's fields and their types. Over 30 operators or 1000 bytes an equivalent shorter form is looked for. Not
   * beside `filter`.
   *
   * @default - all lines
   */
  readonly where?: LogFilter;

  /**
   * The token that the service has written into the destination, where the destination has to be proven. Needed once,
   * when the job is made or moved; it may be left out afterwards. Write-only: neither plan nor state holds it. Pass a
   * sensitive `TerraformVariable`, not a literal.
   *
   * @default - none
   */
  readonly ownershipChallenge?: string;

  /**
   * Whether the job delivers.
   *
   * @default - true
   */
  readonly enabled?: boolean | IResolvable;
}

/**
 * A job that delivers the logs of a zone to a bucket or another destination. Everything but zone and dataset is
 * changed in place: a job is never deleted to be changed, since logs are delivered once.
 *
 * Import: `<zone id>/<job id>`, or `<zone id>/<job name>` where the name is unique in the zone.
 *
 * @example
 * new LogpushJob(this, 'logs', {
 *   zoneId,
 *   name: 'errors',
 *   destinationConf: 's3://logs-bucket/http/{DATE}?region=eu-central-1',
 *   ownershipChallenge: challenge.stringValue,
 *   fields: ['RayID', 'EdgeStartTimestamp', 'EdgeResponseStatus', 'RequestHeaders'],
 *   timestampFormat: TimestampFormat.RFC3339,
 *   where: LogFilter.field('EdgeResponseStatus').atLeast(500).and(LogFilter.field('ClientCountry').in(['nl', 'de'])),
 * });
 */
export class LogpushJob extends EdgeResource {
  /** The id of the zone. */
  public readonly zoneId: string;
  public readonly resource: TerraformResource;

  public constructor(scope: Construct, id: string, props: LogpushJobProps) {
    super(scope, id);
    this.zoneId = props.zoneId;
    const { filter, faults } = filterOf(props);
    const attributes = {
      ...attributesOf(logpushJobContract.attributes, props),
      filter,
      output_options: props.output?._attributes(props.fields),
    };
    this.resource = declareResource(this, logpushJobContract, props, () => attributes);
    refuseFaults(this, logpushJobContract, attributes, faults);
    this.warnOfLiterals(props);
    this.checkZoneAtSynth(props.fields);
  }

  /** The id of the job. */
  public get id(): string {
    return this.outputs.getStringAttribute('id');
  }

  /** The name of the job. */
  public get name(): string {
    return this.outputs.getStringAttribute('name');
  }

  /** Time of the last delivery, RFC 3339; null before the first. As of the last refresh. */
  public get lastComplete(): string {
    return this.outputs.getStringAttribute('last_complete');
  }

  /** Time of the last failed delivery, RFC 3339; null without one. As of the last refresh. */
  public get lastError(): string {
    return this.outputs.getStringAttribute('last_error');
  }

  /** Why the last failed delivery failed; null without one. As of the last refresh. */
  public get errorMessage(): string {
    return this.outputs.getStringAttribute('error_message');
  }

  private warnOfLiterals({ ownershipChallenge, destinationCredentials = {} }: LogpushJobProps): void {
    const fix = 'Pass a sensitive TerraformVariable.';
    warnOfLiteral(this, 'ownershipChallenge', ownershipChallenge, fix);
    for (const [name, value] of Object.entries(destinationCredentials))
      warnOfLiteral(this, `destinationCredentials["${name}"]`, value, fix);
  }

  /** What the app as a whole configures for the zone is known only when all constructs are made. */
  private checkZoneAtSynth(fields: readonly string[]): void {
    registerInZone(logpushJobContract.typeName, this);
    const customFields = customFieldLogFields.filter((each) => fields.includes(each));
    atSynth(this, () => {
      this.warnOfEmptyFields(customFields);
      this.warnOfLimit();
    });
  }

  private warnOfEmptyFields(customFields: readonly string[]): void {
    const empty = customFields.filter((field) => !mayBeInZone(field, this));
    if (empty.length === 0) return;
    const verb = empty.length === 1 ? 'is' : 'are';
    Annotations.of(this).addWarning(
      `${empty.join(', ')} ${verb} listed in fields, but no custom fields of that kind are configured here for the ` +
        'zone: the lines will hold {} there. Add a CustomFieldsRuleset, unless the fields are configured elsewhere.',
    );
  }

  /** Warns once for each zone, at the first job above the limit: the service would refuse it at deploy. */
  private warnOfLimit(): void {
    if (itemAt(findInZoneOfStack(logpushJobContract.typeName, this), usualJobLimit) !== this) return;
    const paths = [...findInZoneOfStack(logpushJobContract.typeName, this)].map(({ node }) => node.path);
    Annotations.of(this).addWarning(
      `This stack declares ${paths.length} jobs for the zone, and ${usualJobLimit} are what a zone usually may have: ` +
        `${paths.join(', ')}. The service refuses more unless your contract allows them.`,
    );
  }
}

function itemAt<T>(items: Iterable<T>, index: number): T | undefined {
  let at = 0;
  for (const each of items) {
    if (at === index) return each;
    at += 1;
  }
  return undefined;
}
