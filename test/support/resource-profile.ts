import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TerraformStack } from 'cdktf';
import * as constructs from '../../lib';
import type { EdgeProviderProps } from '../../lib';
import type { EdgeClient } from '../../lib/client';
import { resources } from '../../lib/resources';
import { propName, type EdgeResource } from '../../lib/resources/edge-resource';
import type { Resource } from '../../lib/resources/handler';
import { isSettable } from '../../lib/schema';
import type { AccountContent, ZoneContent } from './handler-harness';
import { namesOfResource } from './resource-checklist';
import { samplesOf } from './sample-values';

/** What `test/resources/every-resource.test.ts` needs to know about a resource: the `profile` of its `profile.ts`. */
export interface ResourceProfile {
  /** A distinctive value for every prop, but for those of members that have samples: see `samplesOf`. */
  readonly props: object;
  /** Other props, for those that exclude some of `props`. */
  readonly alternatives?: readonly object[];
  readonly provider?: EdgeProviderProps;
  /** What an attribute is synthesized to, where it is not the value of its prop. */
  readonly synthesized?: Readonly<Record<string, unknown>>;
  /** Makes the emulator hold one object with `key`, and two with `shared`. */
  readonly zone?: ZoneContent;
  readonly account?: AccountContent;
  readonly key: Key;
  readonly importId: string;
  readonly missing: Key;
  /** A key that several objects have, where the natural key is not unique. */
  readonly shared?: Key;
}

/** The natural key, by attribute. */
export type Key = Readonly<Record<string, unknown>>;

type ConstructClass = new (scope: TerraformStack, id: string, props: object) => EdgeResource;

export interface ProfiledResource extends ResourceProfile {
  readonly resource: Resource<EdgeClient>;
  readonly Construct: ConstructClass;
}

export const resourceFolders = readdirSync(join(__dirname, '../../lib/resources'), { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name);

/** A value for the prop that every construct inherits. */
const timeouts = { create: '10m', read: '90s', update: '1h30m', delete: '500ms' };

export async function profiledResource(folder: string): Promise<ProfiledResource> {
  const { Class, typeName } = namesOfResource(folder);
  const resource = resources.find(({ contract }) => contract.typeName === typeName);
  const Construct = Reflect.get(constructs, Class) as ConstructClass | undefined;
  if (resource === undefined) throw new Error(`lib/resources/index.ts does not list ${typeName}`);
  if (Construct === undefined) throw new Error(`lib/index.ts does not export ${Class}`);
  const file = join(__dirname, '../resources', folder, 'profile');
  const { profile } = (await import(file)) as { profile: ResourceProfile };
  return {
    ...profile,
    props: { ...sampleProps(resource, profile), ...profile.props, timeouts },
    resource,
    Construct,
  };
}

function sampleProps(
  { contract }: Resource<EdgeClient>,
  { props, alternatives = [] }: ResourceProfile,
): object {
  const named = new Set([props, ...alternatives].flatMap((each) => Object.keys(each)));
  return Object.fromEntries(
    Object.entries(contract.attributes).flatMap(([name, attribute]) => {
      const isPassed = attribute.member !== undefined && isSettable(attribute);
      const [sample] = isPassed && !named.has(propName(name)) ? samplesOf(attribute) : [];
      return sample === undefined ? [] : [[propName(name), sample]];
    }),
  );
}
