import { createHash } from 'node:crypto';
import { Enums, Models, Serialize, Spec, SPDX } from '@cyclonedx/cyclonedx-library';

/** An npm package whose code is in files of ours. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The checksum of the tarball in the registry: `sha512-` and base64. */
  readonly integrity?: string;
}

/** An npm package of a Node.js whose executable is in archives of ours. */
export interface BundledNode {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** A file that is published, or is part of one. */
export interface Material {
  readonly name: string;
  readonly sha256: string;
  /** Names of other materials, titles (`name version`) of npm packages, `name@version` of Node.js. */
  readonly contains: readonly string[];
}

export interface Materials {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description: string;
  readonly packages: readonly BundledPackage[];
  readonly nodes: readonly BundledNode[];
  readonly files: readonly Material[];
  /** In seconds since 1970. */
  readonly time: number;
}

/** The bill of materials of a release in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/), as JSON. */
export function billOfMaterials(materials: Materials): string {
  const components = new Map<string, Models.Component>([
    ...materials.packages.map((each) => [`${each.name} ${each.version}`, npmComponent(each)] as const),
    ...materials.nodes.map((each) => [nodeTitle(each), nodeComponent(each)] as const),
    ...materials.files.map((each) => [each.name, fileComponent(each)] as const),
  ]);
  const root = new Models.Component(Enums.ComponentType.Library, materials.name, {
    version: materials.version,
    description: materials.description,
    licenses: licenseOf(materials.license),
    purl: npmUrl(materials),
    bomRef: npmUrl(materials),
  });
  for (const file of materials.files) {
    const component = components.get(file.name);
    for (const content of file.contains) {
      const part = components.get(content);
      if (part === undefined) throw new Error(`${file.name} contains ${content}, which no list names.`);
      component?.dependencies.add(part.bomRef);
    }
    if (component !== undefined) root.dependencies.add(component.bomRef);
  }
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ timestamp: new Date(materials.time * 1000), component: root }),
    components: new Models.ComponentRepository(components.values()),
  });
  bom.serialNumber = `urn:uuid:${uuidOf(serialize(bom))}`;
  return `${serialize(bom)}\n`;
}

export const nodeTitle = (node: BundledNode): string => `${node.name}@${node.version}`;

function serialize(bom: Models.Bom): string {
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}

function npmComponent(each: BundledPackage): Models.Component {
  const [, scope, name = each.name] = /^(@[^/]+)\/(.*)$/.exec(each.name) ?? [];
  return new Models.Component(Enums.ComponentType.Library, name, {
    ...(scope !== undefined && { group: scope }),
    version: each.version,
    licenses: licenseOf(each.license),
    hashes: hashesOf(each.integrity),
    purl: npmUrl(each),
    bomRef: npmUrl(each),
  });
}

function nodeComponent(node: BundledNode): Models.Component {
  const purl = npmUrl(node);
  return new Models.Component(Enums.ComponentType.Platform, 'node', {
    version: node.version,
    description: `Node.js of the npm package ${node.name}`,
    licenses: new Models.LicenseRepository([
      new Models.NamedLicense('MIT, and the licenses of its libraries', {
        url: 'https://github.com/nodejs/node/blob/main/LICENSE',
      }),
    ]),
    hashes: hashesOf(node.integrity),
    cpe: `cpe:2.3:a:nodejs:node.js:${node.version}:*:*:*:*:*:*:*`,
    purl,
    bomRef: purl,
  });
}

function fileComponent({ name, sha256 }: Material): Models.Component {
  return new Models.Component(Enums.ComponentType.File, name, {
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-256'], sha256]]),
    bomRef: `file:${name}`,
  });
}

function licenseOf(license: string): Models.LicenseRepository {
  return new Models.LicenseRepository([
    SPDX.isSupportedSpdxId(license) ? new Models.SpdxLicense(license) : new Models.NamedLicense(license),
  ]);
}

function hashesOf(integrity = ''): Models.HashDictionary {
  const [, base64] = /^sha512-(.*)$/.exec(integrity) ?? [];
  return base64 === undefined
    ? new Models.HashDictionary()
    : new Models.HashDictionary([
        [Enums.HashAlgorithm['SHA-512'], Buffer.from(base64, 'base64').toString('hex')],
      ]);
}

const npmUrl = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** A UUID of version 8 (RFC 9562) that depends on the text alone. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
