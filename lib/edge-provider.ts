import { TerraformProvider, TerraformStack } from 'cdktf';
import { addCustomSynthesis } from 'cdktf/lib/synthesize/synthesizer';
import type { ISynthesisSession } from 'cdktf/lib/synthesize/types';
import type { Construct } from 'constructs';
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { configurationAttributes } from './drivers/configuration';
import { deliverRunner } from './drivers/provisioner/delivery';
import type * as ProvisionerDriver from './drivers/provisioner/element';
import {
  deliverPlugin,
  describeSupported,
  executableOf,
  isSupported,
  providerSource,
  type Delivery,
  type ProviderExecutable,
} from './drivers/plugin/delivery';
import { currentPlatform } from './drivers/plugin/platform';
import { environment } from './drivers/variables';
import { messageOf } from './ground/words';
import { packageVersion } from './client/package-version';
import { showAnnotations } from './resources/annotations';
import { isExpression, warnOfLiteral, type GivenAttributes } from './resources/edge-resource';
import { setElementDriver } from './resources/element-driver';
import { arrayRule, stringRule, isString } from './resources/meta-arguments';
import {
  checkedId,
  findFaults,
  constructLabel,
  readProps,
  refusal,
  refuse,
  type PropForm,
} from './resources/props';
import { setProviderFacts } from './resources/provider-settings';
import { defaultSettings } from './resources/settings';
import { warnOfStoredSecrets } from './resources/stored-secrets';
import { addWarning } from './resources/synth-warnings';
import { defineContract } from './schema';
import { usageError } from './resources/user-frames';
import type { ProviderSettings } from './edge-provider-props';
import type { CustomFieldLimits } from './enumerations';

export { CustomFieldLimits } from './enumerations';

const configuration = defineContract({
  typeName: 'edge',
  version: 0,
  description: 'The configuration of the provider, checked at synth.',
  attributes: configurationAttributes,
});

/** The props that the provisioner driver passes on, each with its environment variable. */
const runnerSettings = [
  { prop: 'baseUrl', variable: environment.base_url },
  { prop: 'requestsPer5Minutes', variable: environment.requests_per_5_minutes },
  { prop: 'retryTimeoutSeconds', variable: environment.retry_timeout_seconds },
  { prop: 'customFieldLimits', variable: environment.custom_field_limits },
  { prop: 'useCloudflareEnv', variable: environment.use_cloudflare_env },
] as const;

/** How Terraform applies the constructs of a provider to the API. */
export enum EdgeDriver {
  /** A Terraform provider plugin that this package contains: with plan, drift detection, import and outputs. */
  PLUGIN = 'plugin',
  /**
   * `null_resource`s that run this package through `local-exec`, for runners that allow only providers of the registry.
   * `docs/drivers.md` lists what this driver cannot do.
   */
  PROVISIONER = 'provisioner',
}

/** What Terraform starts as the provider plugin. */
export enum EdgeProviderExecutable {
  /** One file for all platforms but Windows, which needs `node` (20.19 or later) where Terraform runs. */
  SCRIPT = 'script',
  /**
   * An executable that contains Node.js, for Linux, macOS and Windows. Synth builds it once into the user's cache: npm downloads
   * Node.js, about 50 MB for each platform, and the executable takes about 150 MB. `docs/provider.md` has the details.
   */
  STANDALONE = 'standalone',
}

/** Props of {@link EdgeProvider}. */
export interface EdgeProviderProps extends ProviderSettings {
  /**
   * How Terraform applies the constructs to the API.
   *
   * @default EdgeDriver.PLUGIN
   */
  readonly driver?: EdgeDriver;

  /**
   * Alias that distinguishes several providers in one stack. Pass the provider to its constructs as `provider`.
   *
   * @default - none: this is the default provider of the stack
   */
  readonly alias?: string;

  /**
   * What Terraform starts as the provider plugin.
   *
   * @default - the environment variable EDGE_PROVIDER_EXECUTABLE at synth ("script" or "standalone"), otherwise
   * EdgeProviderExecutable.SCRIPT, and on Windows EdgeProviderExecutable.STANDALONE
   */
  readonly executable?: EdgeProviderExecutable;

  /**
   * Further platforms that Terraform runs on, for example `linux_arm64`, for a stack that you synthesize here and deploy
   * elsewhere. The script is for Linux, macOS (`darwin`), FreeBSD and OpenBSD, the standalone executable for Linux, macOS and
   * Windows.
   *
   * @default - only the platform that synthesizes the stack
   */
  readonly platforms?: string[];
}

/**
 * The provider of all constructs of this package. Each stack needs one, created before the constructs.
 *
 * Synth writes the provider plugin into the stack's folder and an entry into the dependency lock file. Terraform finds the
 * plugin there, so you do not install or download anything. Terraform needs `node` (20.19 or later) on its PATH, or none with
 * `executable: EdgeProviderExecutable.STANDALONE`.
 *
 * Set credentials in the environment where Terraform runs: EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY.
 *
 * @example
 * new EdgeProvider(this, 'edge');
 */
export class EdgeProvider extends TerraformProvider {
  private readonly props: EdgeProviderProps;
  /** The props that are attributes, by their names. */
  private readonly given: GivenAttributes;
  private givenAlias?: string;

  public constructor(scope: Construct, id: string, props: EdgeProviderProps = {}) {
    const name = checkedId(new.target, scope, id);
    const version = packageVersion();
    super(scope, name, {
      terraformResourceType: 'edge',
      terraformGeneratorMetadata: {
        providerName: 'edge',
        providerVersion: version,
        providerVersionConstraint: version,
      },
      terraformProviderSource: providerSource,
    });
    const { given, faults } = readProps(constructLabel(this), form, props);
    refuse(constructLabel(this), [...findFaults(configuration, given).faults, ...faults]);
    this.props = props;
    this.given = given;
    this.givenAlias = props.alias;
    const { baseUrl = '' } = props;
    setProviderFacts(this, props.alias === undefined, {
      settings: { customFieldLimits: limitsOf(props.customFieldLimits) },
      address: isExpression(baseUrl) ? this.node.path : baseUrl,
      api: this.api(),
    });
    this.node.addValidation({ validate: () => this.othersOfAlias() });
    if (props.driver === EdgeDriver.PROVISIONER) {
      this.useProvisioner();
      return;
    }
    warnOfLiteral(this, 'apiToken', props.apiToken, literalFix('EDGE_API_TOKEN'));
    warnOfLiteral(this, 'apiKey', props.apiKey, literalFix('EDGE_API_KEY'));
    warnOfStoredSecrets(this, configuration, given);
    const executable = this.executable();
    const platforms = this.platforms(executable);
    addCustomSynthesis(this, {
      onSynthesize: (session) => {
        this.deliver(session, { version, platforms, executable });
        this.showAnnotations();
      },
    });
  }

  /** The alias, undefined for the default provider of the stack. */
  public override get alias(): string | undefined {
    return this.givenAlias;
  }

  public override set alias(value: string | undefined) {
    this.givenAlias = value;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { ...this.given, alias: this.givenAlias };
  }

  private deliver(
    session: ISynthesisSession,
    delivery: Pick<Delivery, 'version' | 'platforms' | 'executable'>,
  ): void {
    try {
      deliverPlugin(this.stackFolder(session), { ...delivery, env: process.env, home: homedir(), report });
    } catch (error) {
      throw refusal(constructLabel(this), [messageOf(error)]);
    }
  }

  /** Custom synthesis comes after all aspects and validations, which add annotations too. */
  private showAnnotations(): void {
    showAnnotations(TerraformStack.of(this), process.env, report);
  }

  private useProvisioner(): void {
    const { props } = this;
    const credentials = (['apiToken', 'apiEmail', 'apiKey'] as const).filter(
      (name) => props[name] !== undefined,
    );
    const expressions = runnerSettings.filter(({ prop }) => isExpression(props[prop]));
    const faults = [
      ...credentials.map(
        (name) =>
          `${name}: the provisioner driver takes credentials from the environment only, because a destroy-time ` +
          'provisioner cannot use variables. Set EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY, where Terraform runs.',
      ),
      ...expressions.map(
        ({ prop, variable }) =>
          `${prop}: the provisioner driver takes a literal only, because a destroy-time provisioner cannot use ` +
          `variables. Give a literal, or leave it out and set ${variable} where Terraform runs.`,
      ),
      ...(props.platforms === undefined
        ? []
        : ['platforms: the provisioner driver needs node only, on any platform. Leave it out.']),
      ...(props.executable === undefined
        ? []
        : ['executable: the provisioner driver has no provider plugin. Leave it out.']),
    ];
    refuse(constructLabel(this), faults);
    const { ProvisionerElements, requireNullProvider } = loadProvisionerDriver();
    setElementDriver(this, this.givenAlias === undefined, new ProvisionerElements(this.runnerEnvironment()));
    // With this driver the stack has no provider of this package.
    Object.defineProperty(this, 'toTerraform', { value: () => ({}) });
    requireNullProvider(TerraformStack.of(this));
    addCustomSynthesis(this, {
      onSynthesize: (session) => {
        deliverRunner(this.stackFolder(session));
        this.showAnnotations();
      },
    });
  }

  /** Terraform reports two of them later, and by places in the synthesized JSON. */
  private othersOfAlias(): string[] {
    const { alias } = this;
    const [same, fix] =
      alias === undefined
        ? ['without an alias', 'an alias']
        : [`with the alias ${JSON.stringify(alias)}`, 'another alias'];
    return TerraformStack.of(this)
      .node.findAll()
      .filter((each) => each instanceof EdgeProvider && each !== this && each.alias === alias)
      .map(
        ({ node }) =>
          `EdgeProvider: the stack has another one ${same}, ${node.path}. Give one of them ${fix}, and pass it to its ` +
          'constructs as provider.',
      );
  }

  /** Only Terraform knows what an expression stands for: then the API may be another one in each stack. */
  private api(): string {
    const { baseUrl, apiToken, apiEmail, apiKey, useCloudflareEnv } = this.props;
    const parts = [baseUrl, apiToken, apiEmail, apiKey, useCloudflareEnv];
    if (parts.every((part) => part === undefined)) return '';
    if (parts.some(isExpression)) return this.node.path;
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  }

  /** The settings as the runner of the provisioner driver reads them. */
  private runnerEnvironment(): Record<string, string> {
    const given = runnerSettings.flatMap(({ prop, variable }) => {
      const value = this.props[prop];
      return value === undefined ? [] : [[variable, String(value)] as const];
    });
    return Object.fromEntries(given);
  }

  private executable(): ProviderExecutable {
    const byDefault = process.platform === 'win32' ? 'standalone' : 'script';
    try {
      return this.props.executable ?? executableOf(process.env) ?? byDefault;
    } catch (error) {
      throw usageError(`${constructLabel(this)}: ${messageOf(error)}`);
    }
  }

  private platforms(executable: ProviderExecutable): string[] {
    const requested = this.props.platforms ?? [];
    const wrong = requested.filter((each) => !isSupported(each, executable));
    if (wrong.length > 0)
      throw usageError(
        `[${this.node.path}] EdgeProvider: platforms: unsupported: ${wrong.join(', ')}. ${describeSupported(executable)}`,
      );
    const here = currentPlatform();
    if (isSupported(here, executable)) return [...new Set([here, ...requested])];
    addWarning(
      this,
      'platform',
      `There is no ${executable} plugin for ${here}. ${describeSupported(executable)} To deploy elsewhere, list the platforms in ` +
        'the prop platforms.',
    );
    return [...new Set(requested)];
  }

  private stackFolder(session: ISynthesisSession): string {
    const { workingDirectory } = session.manifest.forStack(TerraformStack.of(this));
    return join(session.outdir, workingDirectory);
  }
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

const form: PropForm = {
  typeName: 'provider',
  attributes: configurationAttributes,
  others: {
    driver: {
      rule: 'EdgeDriver.PLUGIN ("plugin") or EdgeDriver.PROVISIONER ("provisioner")',
      accepts: (value) => Object.values<unknown>(EdgeDriver).includes(value),
    },
    alias: stringRule,
    executable: {
      rule: 'EdgeProviderExecutable.SCRIPT ("script") or EdgeProviderExecutable.STANDALONE ("standalone")',
      accepts: (value) => Object.values<unknown>(EdgeProviderExecutable).includes(value),
    },
    platforms: arrayRule('strings, such as "linux_arm64"', isString),
  },
};

/** The plugin driver, which most stacks use, starts without it. */
function loadProvisionerDriver(): typeof ProvisionerDriver {
  // oxlint-disable-next-line typescript/no-require-imports -- a constructor cannot wait for import()
  return require('./drivers/provisioner/element') as typeof ProvisionerDriver;
}

/** Undefined where only Terraform knows the limits. */
function limitsOf(given: CustomFieldLimits | undefined): `${CustomFieldLimits}` | undefined {
  if (given === undefined) return defaultSettings.customFieldLimits;
  return isExpression(given) ? undefined : given;
}

function literalFix(variable: string): string {
  return `Leave it out and set ${variable} where Terraform runs, or pass a SecretVariable.`;
}
