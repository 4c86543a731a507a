import { packageVersion } from '../../client/package-version';
import { printBlocks, quoted, type Attribute, type Block } from '../../hcl/print';
import type { WrittenObject } from '../../hcl/template';
import { toExpression } from '../../hcl/to-expression';

/** The member of `required_providers`. A version in the root module is enough. */
export function requiredProvider({ hasVersion }: { readonly hasVersion: boolean }): WrittenObject {
  return { source: 'terraform.local/edge-platform/edge', ...(hasVersion && { version: packageVersion() }) };
}

function providerBlock({ needsCurrentLimits }: { readonly needsCurrentLimits: boolean }): Block {
  return {
    comments: ['Credentials come from the environment: EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY.'],
    head: 'provider "edge"',
    body: needsCurrentLimits ? [{ name: 'custom_field_limits', value: quoted('current') }] : [],
  };
}

export interface ProviderNeeds {
  readonly isRoot: boolean;
  /** Whether `required_providers` of the module has no entry yet, and no block that gets it. */
  readonly needsRequirement: boolean;
  /** Whether the module has to configure the provider. */
  readonly needsConfiguration: boolean;
  readonly needsCurrentLimits: boolean;
}

/** The file with the provider of a module; undefined where it needs none. */
export function providerFile(needs: ProviderNeeds): string | undefined {
  const { isRoot, needsRequirement, needsConfiguration } = needs;
  const requirement = toExpression(requiredProvider({ hasVersion: isRoot }), { isExpanded: true });
  const requirements: Block[] = needsRequirement
    ? [{ head: 'required_providers', body: [{ name: 'edge', value: requirement }] }]
    : [];
  const version: Attribute[] = isRoot ? [{ name: 'required_version', value: quoted('>= 1.11') }] : [];
  const settings = [...version, ...requirements];
  const blocks: Block[] = [
    ...(settings.length === 0 ? [] : [{ head: 'terraform', body: settings }]),
    ...(needsConfiguration ? [providerBlock(needs)] : []),
  ];
  return blocks.length === 0 ? undefined : printBlocks(blocks);
}
