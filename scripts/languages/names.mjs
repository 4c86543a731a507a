// The names of the packages in each language.

/** The name of the jsii module, which is that of the npm package for cdktf. */
export const packageName = (host) => `${host}-edge-platform`;

const organization = 'github.com/cdktf-edge-platform';

export const repository = `https://${organization}/cdktf-edge-platform.git`;

const goModule = `${organization}/cdktf-edge-platform-go`;

/** What jsii calls targets: a package for each language. */
export function targetsOf(host) {
  const name = packageName(host);
  const javaPackage = 'io.github.cdktf_edge_platform';
  return {
    python: { distName: name, module: name.replaceAll('-', '_') },
    java: {
      package: host === 'cdktf' ? javaPackage : `${javaPackage}.${host}`,
      maven: { groupId: 'io.github.cdktf-edge-platform', artifactId: name },
    },
    go: { moduleName: goModule, packageName: name.replaceAll('-', '') },
    dotnet: {
      namespace: name.replaceAll(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase()),
      packageId: name.replaceAll(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase()),
    },
  };
}
