const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** The resources that are a procedure: their stories take minutes. */
const procedures = ['pool-notification-policy', 'waf-migration'];

/** Each resource has a story of its name. */
const resources = readdirSync(join(__dirname, '../lib/resources'), { withFileTypes: true })
  .filter((each) => each.isDirectory() && !procedures.includes(each.name))
  .map(({ name }) => name);

/** Tests of the sources that try many worlds, so that each takes seconds. */
const sweeps = [
  'test/examples.test.ts',
  'test/cli/{emulator,foreign-names}.test.ts',
  'test/cli/convert/{command,golden,read}.test.ts',
  'test/cli/import/{read,write}.test.ts',
  'test/cli/logs/preview.test.ts',
  'test/cli/waf/{losses,survey,waves}.test.ts',
  'test/client/{incomplete-lists,mutated-answers,wrong-answers}.test.ts',
  'test/constructs/{linear,wrong-props}.test.ts',
  'test/drivers/launcher/{launcher,plugin-start}.test.ts',
  'test/drivers/plugin/list.test.ts',
  'test/drivers/plugin/wire/value.test.ts',
  'test/drivers/provisioner/{commands,interrupted-deploy,renames,request}.test.ts',
  'test/drivers/state/planned-state.test.ts',
  'test/emulator/{delivery,faults,fixture-export,notifications,waf-size,waf-transitions}.test.ts',
  'test/explorer/*.test.ts',
  'test/ground/{families,foreign-text}.test.ts',
  'test/logs/filter/{compile,fuzz,pairs,same}.test.ts',
  'test/logs/preview/agreement.test.ts',
  'test/mistakes/{deploys,doctor}.test.ts',
  'test/resources/{hostile-names,next-year,unknown-members}.test.ts',
  'test/resources/logpush-job/{duplicates,unknown-names}.test.ts',
  'test/resources/pool-notification-policy/{calls,clear,incomplete-lists,worlds}.test.ts',
  'test/resources/waf-migration/{after-deletion,approval,calls,completion,drift,expected-previous,migrate}.test.ts',
  'test/waf/judge-properties.test.ts',
];

/**
 * The suites: what runs the files of each, and what they guard. jest.config.js reads it, and the table of CONTRIBUTING.md shows it.
 * `npm test` is a promise of five minutes: it has the rules and tables of the sources, and short stories with the real
 * Terraform. What takes minutes, or guards an edge, is in a suite of `npm run test:full`.
 *
 * @type {Record<string, { run: string, guards: string, files: string[] }>}
 */
module.exports = {
  unit: {
    run: 'npm test',
    guards: 'every rule and table of the sources, without Terraform',
    files: [
      'test/*.test.ts',
      'test/{cli,client,constructs,data-sources,drivers,emulator,explorer,functions,ground,hcl,logs,mistakes,pictures,pools,release,resources,retired,schema,support,terraform,testing,waf,waves}/**/*.test.ts',
      ...sweeps.map((pattern) => `!${pattern}`),
    ],
  },
  cdktn: {
    run: 'npm test',
    guards:
      'that synthesis is the same on CDK Terrain: the tests with snapshots, and the code on pages, once more',
    files: [
      'test/{edge-provider,page-code}.test.ts',
      'test/constructs/{addresses,drivers}.test.ts',
      'test/resources/*/construct.test.ts',
    ],
  },
  stories: {
    run: 'npm test',
    guards:
      'one story with the real Terraform and the built plugin for every resource that is no procedure, in CDKTF and in HCL',
    files: [
      'test/acceptance/plugin/lifecycle.test.ts',
      ...resources.map((name) => `test/acceptance/edge/${name}.test.ts`),
      'test/acceptance/hcl.test.ts',
    ],
  },
  sweeps: {
    run: 'npm run test:full',
    guards:
      'every order of calls, generated input, wrong answers, foreign names and large accounts, without Terraform',
    files: sweeps,
  },
  behaviors: {
    run: 'npm run test:full',
    guards:
      'one story with the real Terraform, cdktf or built plugin for every procedure, the provisioner driver and every further behavior',
    files: [
      `test/acceptance/edge/{${procedures.join()}}.test.ts`,
      'test/acceptance/provisioner/lifecycle.test.ts',
      'test/acceptance/plugin/terraform.test.ts',
      'test/acceptance/edge/{convert,import-round-trip,log-delivery,moved,query,secrets,waf-decision}.test.ts',
      'test/acceptance/{functions,old-node,readme,testing,types}.test.ts',
      'examples/testing/*.test.ts',
    ],
  },
  interruptions: {
    run: 'npm run test:full',
    guards:
      'what remains after kills, faults, lost replies and changes of other clients in the middle of a deploy',
    files: [
      'test/faults/*.test.ts',
      'test/acceptance/edge/{faults,plan-and-state,replacement,waiting}.test.ts',
      'test/acceptance/edge/waf-migration-watch.test.ts',
      'test/acceptance/plugin/{connection,interruption}.test.ts',
      'test/acceptance/provisioner/{failed,killed}-deploys.test.ts',
    ],
  },
  configurations: {
    run: 'npm run test:full',
    guards: 'further configurations of the resources and the provisioner driver with the real Terraform',
    files: [
      'test/acceptance/edge/synth-warnings.test.ts',
      'test/acceptance/edge/names.test.ts',
      'test/acceptance/edge/pool-policies-*.test.ts',
      'test/acceptance/provisioner/{change-of-driver,instances,many-attributes}.test.ts',
      'test/acceptance/{meta-arguments,provisioner-expressions}.test.ts',
    ],
  },
  projects: {
    run: 'npm run test:full',
    guards: 'the projects that `import`, `convert` and `waf waves` write, deployed',
    files: [
      'test/acceptance/edge/{convert-credentials,convert-existence,convert-generated,convert-golden,convert-unknown,import,waf-waves}.test.ts',
      'test/acceptance/import-*.test.ts',
    ],
  },
  browser: {
    run: 'npm run test:full',
    guards: 'the dashboard and the HTML reports in Chromium',
    files: ['test/acceptance/page/*.test.ts'],
  },
  clients: {
    run: 'npm run test:full',
    guards: 'every operation of the emulator, by the SDKs of the service for Python, TypeScript and Go',
    files: ['test/clients/*.test.ts'],
  },
  machines: {
    run: 'npm run test:full',
    guards:
      'other machines: the standalone provider, runners, proxies, CDK Terrain, Python, fresh clones, a release, new resources',
    files: [
      'test/acceptance/{cdktn,demo,first-minutes,fresh-clone,hosts,languages,new-resource,printed-pages,proxy,registry-pages,release}.test.ts',
      'test/acceptance/{runners,standalone,troubleshooting}.test.ts',
      'test/languages/*.test.ts',
    ],
  },
};
