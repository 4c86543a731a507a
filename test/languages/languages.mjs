// How the example of each language is rewritten for cdktn, installed and run, and which mistakes are made in it.
import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { maven } from '../../scripts/languages/maven.mjs';
import { javaHosts, makeGoHost } from '../../scripts/languages/package.mjs';
import { run, StepFailed } from '../hosts/process.mjs';
import { packages, versions } from './places.mjs';

const require = createRequire(import.meta.url);
const guide = 'docs/guides/languages.md';

/** A package has what the constructs need: neither the emulator nor the libraries of the command. */
const largestWheel = 2e6;

/** Constructs that the library makes are of their class in Python too, and equal addresses are refused. */
const pythonProbe = (host) => `
from ${host} import App, TerraformStack
from ${host}_edge_platform import CustomFieldsRuleset, EdgeProvider, PoolNotificationPolicy, PoolRecipients
app = App()
stack = TerraformStack(app, "probe")
EdgeProvider(stack, "edge")
pool = PoolRecipients(id="b" * 32, recipients=["ops@example.com"])
[policy] = PoolNotificationPolicy.per_recipients(stack, "health", account_id="a" * 32, pools=[pool])
print(type(policy).__name__)
CustomFieldsRuleset(stack, "a.b", zone_id="1" * 32, request_headers=["x-a"])
CustomFieldsRuleset(stack, "ab", zone_id="2" * 32, request_headers=["x-a"])
try:
    app.synth()
except RuntimeError as error:
    print(error)
`;

/**
 * Each language by its name:
 *
 * - main: the file with the stack
 * - page: where the README's example is in this language
 * - fence: how its block of code begins there
 * - forCdktn: what to replace in the files of a project that uses cdktn, in this order
 * - whyNot: why the language cannot be tried on this machine; undefined if it can
 * - install: installs the packages into a project
 * - app: the command that synthesizes, in the folder of the project
 * - runPages: the command that runs the code on pages in this language, in a folder with that code; undefined where pages have none
 * - mistakes: a word of the main file, and what replaces it. `prop` has also what the user must read then.
 * - probe: a further program, and the texts that it prints
 */
export const languages = {
  typescript: {
    main: 'main.ts',
    page: 'README.md',
    fence: 'ts',
    forCdktn: [
      ["'cdktf-edge-platform'", "'cdktf-edge-platform/cdktn'"],
      ["'cdktf'", "'cdktn'"],
    ],
    whyNot: () => undefined,
    async install({ host, tarball, ...context }) {
      writeFileSync(join(context.cwd, 'package.json'), '{ "private": true, "type": "module" }');
      const wanted = [tarball, `${host}@${versions[host]}`, `constructs@${versions.constructs}`];
      await run(
        'install',
        ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...wanted],
        context,
      );
    },
    app: () => [process.execPath, require.resolve('tsx/cli'), 'main.ts'],
    mistakes: {
      prop: ['destinationConf:', 'destinationConv:', 'Did you mean destinationConf?'],
      value: ["field('EdgeResponseStatus')", "field('ClientRequestHost')"],
    },
  },

  python: {
    main: 'main.py',
    page: guide,
    fence: 'python',
    forCdktn: [
      ['cdktf_edge_platform', 'cdktn_edge_platform'],
      ['cdktf-edge-platform', 'cdktn-edge-platform'],
      ['from cdktf import', 'from cdktn import'],
    ],
    whyNot: () =>
      whyNotRun('python3', ['-c', 'import ensurepip, sys; sys.exit(sys.version_info < (3, 10))']) &&
      'there is no python3 of version 3.10 or later that can make virtual environments',
    async install(context) {
      await run('venv', ['python3', '-m', 'venv', '.venv'], context);
      const pip = [venvPython(context.cwd), '-m', 'pip', 'install', '--disable-pip-version-check'];
      const wheel = `${context.host}_edge_platform-${versions.own}-py3-none-any.whl`;
      const file = join(packages, 'python', wheel);
      const { size } = statSync(file);
      if (size > largestWheel) throw new StepFailed('install', `the wheel has ${size} bytes`);
      const wanted = [file, '-r', 'requirements.txt'];
      await run('install', [...pip, ...wanted], context);
    },
    app: (project) => [venvPython(project), 'main.py'],
    runPages: (project, host) => [
      venvPython(project),
      join(import.meta.dirname, 'run-pages.py'),
      ...[`${host}_edge_platform`, host, 'pairs.json'],
    ],
    probe: {
      command: (project, host) => [venvPython(project), '-c', pythonProbe(host)],
      prints: [
        'PoolNotificationPolicy\n',
        'edge_custom_fields_ruleset.ab: probe/a.b and probe/ab have the same address in Terraform (names leave out ".").',
      ],
    },
    mistakes: {
      prop: ['destination_conf=', 'destination_conv=', "unexpected keyword argument 'destination_conv'"],
      value: ['field("EdgeResponseStatus")', 'field("ClientRequestHost")'],
    },
  },

  go: {
    main: 'main.go',
    page: guide,
    fence: 'go',
    forCdktn: [
      ['cdktfedgeplatform', 'cdktnedgeplatform'],
      [
        '"github.com/hashicorp/terraform-cdk-go/cdktf"',
        'cdktf "github.com/open-constructs/cdk-terrain-go/cdktn"',
      ],
      [
        'github.com/hashicorp/terraform-cdk-go/cdktf v0.21.0',
        'github.com/open-constructs/cdk-terrain-go/cdktn v0.24.0',
      ],
    ],
    whyNot: () => whyNotRun('go', ['version']) && 'there is no go',
    async install({ host, ...context }) {
      const module = `github.com/cdktf-edge-platform/cdktf-edge-platform-go/${host}edgeplatform`;
      const local = { [module]: join(packages, 'go', `${host}edgeplatform`) };
      if (host === 'cdktn') local[cdktnGoModule] = makeGoHost(host);
      const replacements = Object.entries(local).map(([name, folder]) => `-replace=${name}=${folder}`);
      await run('replace', ['go', 'mod', 'edit', ...replacements], context);
      await run('install', ['go', 'mod', 'tidy'], context);
      await run('build', ['go', 'build', '-o', '/dev/null', '.'], context);
    },
    app: () => ['go', 'run', '.'],
    mistakes: {
      prop: ['DestinationConf:', 'DestinationConv:', 'unknown field DestinationConv'],
      value: ['Field(jsii.String("EdgeResponseStatus"))', 'Field(jsii.String("ClientRequestHost"))'],
    },
  },

  java: {
    main: 'src/main/java/com/example/Main.java',
    page: guide,
    fence: 'java',
    forCdktn: [
      ['io.github.cdktf_edge_platform.', 'io.github.cdktf_edge_platform.cdktn.'],
      ['<artifactId>cdktf-edge-platform<', '<artifactId>cdktn-edge-platform<'],
      ['com.hashicorp.cdktf.', 'io.cdktn.cdktn.'],
      ['<groupId>com.hashicorp<', '<groupId>io.cdktn<'],
      ['<artifactId>cdktf<', '<artifactId>cdktn<'],
      ['<version>0.21.0<', '<version>0.24.0<'],
    ],
    whyNot: () => whyNotRun('mvn', ['--version']) && 'there is no Maven (mvn)',
    async install(context) {
      await run('install', [...mavenCommand(), 'compile'], context);
    },
    app: () => [...mavenCommand(), 'compile', 'exec:java'],
    mistakes: {
      prop: ['.destinationConf(', '.destinationConv(', 'method destinationConv('],
      value: ['field("EdgeResponseStatus")', 'field("ClientRequestHost")'],
    },
  },
};

/** The proxy of Go does not serve it. */
const cdktnGoModule = 'github.com/open-constructs/cdk-terrain-go/cdktn';

const venvPython = (project) => join(project, '.venv/bin/python');

const mavenCommand = () => maven([join(packages, 'java'), javaHosts]);

function whyNotRun(program, args) {
  return spawnSync(program, args, { stdio: 'ignore' }).status !== 0;
}

/** A text of a project as it is with a host. The examples of languages are written for cdktf. */
export function inHost(text, { forCdktn }, host) {
  if (host === 'cdktf') return text;
  return forCdktn.reduce((so, [from, to]) => so.replaceAll(from, to), text);
}

/** The same of the code on a page, which is written for cdktn where the example is for both. */
export function ofPage(text, language, host) {
  const forCdktf = language.forCdktn.reduce((so, [from, to]) => so.replaceAll(to, from), text);
  return inHost(forCdktf, language, host);
}
