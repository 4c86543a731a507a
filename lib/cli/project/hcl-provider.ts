import { packageVersion } from '../../client/package-version';
import { expandedObject, quoted, type Attribute, type Block } from '../../hcl/print';

/** The member of `required_providers`. A version in the root module is enough. */
export function requirement({ hasVersion }: { readonly hasVersion: boolean }): Attribute {
  return {
    name: 'edge',
    value: expandedObject(
      Object.entries(requiredProvider({ hasVersion })).map(([name, value]) => ({
        name,
        value: quoted(value),
      })),
    ),
  };
}

/** The same as JSON. */
export function requiredProvider({
  hasVersion,
}: {
  readonly hasVersion: boolean;
}): Readonly<Record<string, string>> {
  return { source: 'terraform.local/edge-platform/edge', ...(hasVersion && { version: packageVersion() }) };
}

/** The configuration of the provider. */
export function providerBlock({ needsCurrentLimits }: { readonly needsCurrentLimits: boolean }): Block {
  return {
    comments: ['Credentials come from the environment: EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY.'],
    head: 'provider "edge"',
    body: needsCurrentLimits ? [{ name: 'custom_field_limits', value: quoted('current') }] : [],
  };
}
