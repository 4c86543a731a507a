import { Annotations, TerraformProvider, TerraformStack } from 'cdktf';
import { addCustomSynthesis } from 'cdktf/lib/synthesize/synthesizer';
import type { ISynthesisSession } from 'cdktf/lib/synthesize/types';
import { NullProvider } from '@cdktf/provider-null/lib/provider';
import type { Construct } from 'constructs';
import { join } from 'node:path';
import { configurationAttributes } from './drivers/configuration';
import { deliverRunner } from './drivers/provisioner/delivery';
import { ProvisionerElements, RequiredNullProvider } from './drivers/provisioner/element';
import {
  currentPlatform,
  deliverPlugin,
  isPlatform,
  isServed,
  providerSource,
} from './drivers/plugin/delivery';
import { packageVersion } from './package-version';
import { isExpression, refuseFaults, warnOfLiteral, type GivenAttributes } from './resources/edge-resource';
import { setElementDriver } from './resources/element-driver';
import { defineContract } from './schema';

const configuration = defineContract({
  typeName: 'edge',
  version: 0,
  description: 'The provider itself, for checks at synth.',
  attributes: configurationAttributes,
});

/** What carries the constructs of a provider to the API. */
export enum EdgeDriver {
  /** A Terraform provider that comes with this package: with plan, drift, import and outputs. */
  PLUGIN = 'plugin',
  /**
   * `null_resource`s that call this package through local-exec: for runners that admit only providers of the registry.
   * See docs/drivers.md for what it cannot do.
   */
  PROVISIONER = 'provisioner',
}

export interface EdgeProviderProps {
  /**
   * What carries the constructs to the API.
   *
   * @default EdgeDriver.PLUGIN
   */
  readonly driver?: EdgeDriver;

  /**
   * Address of the API, ending in `/client/v4`.
   *
   * @default - EDGE_BASE_URL where Terraform runs, otherwise the service's public address
   */
  readonly baseUrl?: string;

  /**
   * An API token. Leave it to the environment: a literal would be in the synthesized configuration.
   *
   * @default - EDGE_API_TOKEN where Terraform runs
   */
  readonly apiToken?: string;

  /**
   * E-mail of the user whose `apiKey` is used instead of a token.
   *
   * @default - EDGE_API_EMAIL where Terraform runs
   */
  readonly apiEmail?: string;

  /**
   * The user's API key. Leave it to the environment: a literal would be in the synthesized configuration.
   *
   * @default - EDGE_API_KEY where Terraform runs
   */
  readonly apiKey?: string;

  /**
   * Tells several providers of one stack apart.
   *
   * @default - none: the stack's default provider of these resources
   */
  readonly alias?: string;

  /**
   * Platforms that Terraform runs on besides this one, `linux_arm64` for instance: for a stack that is synthesized
   * here and deployed elsewhere. Linux and macOS (`darwin`) are served, and FreeBSD and OpenBSD.
   *
   * @default - only the platform that synthesizes
   */
  readonly platforms?: string[];
}

/**
 * The provider of all constructs of this package. At synth it puts the provider plugin into the stack's folder, with
 * an entry in the dependency lock file: Terraform finds it there, and nothing has to be installed or downloaded. The
 * plugin needs `node` (20.19 or later) where Terraform runs.
 *
 * Credentials come from the environment: EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY.
 *
 * @example
 * new EdgeProvider(this, 'edge');
 */
export class EdgeProvider extends TerraformProvider {
  private readonly props: EdgeProviderProps;
  private givenAlias?: string;

  public constructor(scope: Construct, id: string, props: EdgeProviderProps = {}) {
    const version = packageVersion();
    super(scope, id, {
      terraformResourceType: 'edge',
      terraformGeneratorMetadata: {
        providerName: 'edge',
        providerVersion: version,
        providerVersionConstraint: version,
      },
      terraformProviderSource: providerSource,
    });
    this.props = props;
    this.givenAlias = props.alias;
    refuseFaults(this, configuration, this.configuration());
    if (props.driver === EdgeDriver.PROVISIONER) {
      this.useProvisioner();
      return;
    }
    warnOfLiteral(this, 'apiToken', props.apiToken, literalFix('EDGE_API_TOKEN'));
    warnOfLiteral(this, 'apiKey', props.apiKey, literalFix('EDGE_API_KEY'));
    const platforms = this.platforms();
    addCustomSynthesis(this, {
      onSynthesize: (session) => {
        deliverPlugin(this.stackFolder(session), version, platforms);
      },
    });
  }

  /** Tells several providers of one stack apart. */
  public override get alias(): string | undefined {
    return this.givenAlias;
  }

  public override set alias(value: string | undefined) {
    this.givenAlias = value;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { ...this.configuration(), alias: this.givenAlias };
  }

  private useProvisioner(): void {
    const { props } = this;
    const credentials = (['apiToken', 'apiEmail', 'apiKey'] as const).filter(
      (name) => props[name] !== undefined,
    );
    const address = props.baseUrl;
    const faults = [
      ...credentials.map(
        (name) =>
          `${name}: the provisioner driver takes credentials from the environment alone, since what deletes an object ` +
          'sees no variables. Set EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY, where Terraform runs.',
      ),
      ...(address !== undefined && isExpression(address)
        ? [
            'baseUrl: the provisioner driver takes a literal, since what deletes an object sees no variables. Or leave ' +
              'it out and set EDGE_BASE_URL where Terraform runs.',
          ]
        : []),
      ...(props.platforms === undefined
        ? []
        : ['platforms: the provisioner driver runs wherever node is. Leave them out.']),
    ];
    if (faults.length > 0) throw new Error([`[${this.node.path}] EdgeProvider:`, ...faults].join('\n  '));
    this.node.addValidation({ validate: () => this.rivals() });
    setElementDriver(this, this.givenAlias === undefined, new ProvisionerElements(address));
    // There is no provider of this package in the stack then.
    Object.defineProperty(this, 'toTerraform', { value: () => ({}) });
    const stack = TerraformStack.of(this);
    const hasNull = stack.node.findAll().some((each) => each instanceof NullProvider);
    if (!hasNull) new RequiredNullProvider(stack, 'null-of-edge');
    addCustomSynthesis(this, {
      onSynthesize: (session) => {
        deliverRunner(this.stackFolder(session));
      },
    });
  }

  /** Of two defaults, one would have all constructs; Terraform tells of two plugins itself. */
  private rivals(): string[] {
    if (this.alias !== undefined) return [];
    return TerraformStack.of(this)
      .node.findAll()
      .filter((each) => each instanceof EdgeProvider)
      .filter((each) => each !== this && each.alias === undefined)
      .map(
        ({ node }) =>
          `EdgeProvider: the stack has another one without an alias, ${node.path}. Give one of them an alias, and name ` +
          'it as the provider of its constructs.',
      );
  }

  private configuration(): GivenAttributes {
    return {
      base_url: this.props.baseUrl,
      api_token: this.props.apiToken,
      api_email: this.props.apiEmail,
      api_key: this.props.apiKey,
    };
  }

  private platforms(): string[] {
    const asked = this.props.platforms ?? [];
    const wrong = asked.filter((each) => !isPlatform(each));
    if (wrong.length > 0) {
      throw new Error(
        `[${this.node.path}] EdgeProvider: platforms: ${wrong.join(', ')} can't be served. Write <os>_<arch> as ` +
          'Terraform does, linux_amd64 or darwin_arm64 for instance; on Windows, Terraform has to run under WSL (linux_amd64).',
      );
    }
    const here = currentPlatform();
    if (isServed(here)) return [...new Set([here, ...asked])];
    Annotations.of(this).addWarning(
      `The plugin is a script and can't be started by Terraform on ${here}. Run Terraform under WSL, or name the ` +
        'platforms that deploy in the prop platforms.',
    );
    return [...new Set(asked)];
  }

  private stackFolder(session: ISynthesisSession): string {
    const { workingDirectory } = session.manifest.forStack(TerraformStack.of(this));
    return join(session.outdir, workingDirectory);
  }
}

function literalFix(variable: string): string {
  return `Leave it out and set ${variable} where Terraform runs, or pass a sensitive TerraformVariable.`;
}
