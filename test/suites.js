const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** Each resource has a story of its name. */
const resources = readdirSync(join(__dirname, '../lib/resources'), { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name);

/**
 * The suites: what runs the files of each, and what they guard. jest.config.js reads it, and the table of CONTRIBUTING.md shows it.
 * `npm test` is a promise of five minutes: it has all unit tests, and for every behavior one story with the real Terraform. What
 * takes minutes and guards an edge is in a suite of `npm run test:full`.
 *
 * @type {Record<string, { run: string, guards: string, files: string[] }>}
 */
module.exports = {
  unit: {
    run: 'npm test',
    guards: 'every rule, table and property of the sources, without Terraform',
    files: [
      'test/*.test.ts',
      'test/{cli,client,constructs,data-sources,drivers,emulator,explorer,functions,ground,hcl,logs,mistakes,pictures,pools,release,resources,retired,schema,support,terraform,testing,waf,waves}/**/*.test.ts',
    ],
  },
  cdktn: {
    run: 'npm test',
    guards: 'that synthesis is the same on CDK Terrain: the tests with snapshots once more',
    files: [
      'test/edge-provider.test.ts',
      'test/constructs/drivers.test.ts',
      'test/resources/*/construct.test.ts',
    ],
  },
  stories: {
    run: 'npm test',
    guards: 'one story with the real Terraform, cdktf or built plugin for every behavior',
    files: [
      'test/acceptance/plugin/{diagnostics,lifecycle,nested,state,terraform,terraform-client,timeouts}.test.ts',
      'test/acceptance/provisioner/lifecycle.test.ts',
      ...resources.map((name) => `test/acceptance/edge/${name}.test.ts`),
      'test/acceptance/edge/{convert,import-round-trip,log-delivery,moved,query,secrets,waf-decision,zero-diff}.test.ts',
      'test/acceptance/{functions,hcl,readme,testing,types}.test.ts',
      'examples/testing/*.test.ts',
    ],
  },
  interruptions: {
    run: 'npm run test:full',
    guards:
      'what remains after kills, faults, lost replies and changes of other clients in the middle of a deploy',
    files: [
      'test/faults/*.test.ts',
      'test/acceptance/edge/{faults,interruptions,irreversible,made-once,pool-notification-changes,replacement,waiting}.test.ts',
      'test/acceptance/edge/{pool-notification,waf-migration}-watch.test.ts',
      'test/acceptance/plugin/{connection,interruption}.test.ts',
      'test/acceptance/provisioner/failed-deploys.test.ts',
    ],
  },
  configurations: {
    run: 'npm run test:full',
    guards: 'further configurations of the resources and the provisioner driver with the real Terraform',
    files: [
      'test/acceptance/edge/{account-logs,bad-input,custom-field-kinds,custom-fields-stay}.test.ts',
      'test/acceptance/edge/{convert-jobs-in-use,existing-entry-point,jobs-in-use,large-filter,names,output-options}.test.ts',
      'test/acceptance/edge/moved-states.test.ts',
      'test/acceptance/edge/pool-policies-*.test.ts',
      'test/acceptance/provisioner/{change-of-driver,instances}.test.ts',
      'test/acceptance/provisioner-expressions.test.ts',
    ],
  },
  projects: {
    run: 'npm run test:full',
    guards: 'the projects that `import`, `convert` and `waf waves` write, deployed',
    files: [
      'test/acceptance/edge/{convert-credentials,convert-generated,convert-typescript,convert-unknown,convert-verify,import,waf-waves}.test.ts',
      'test/acceptance/import-*.test.ts',
    ],
  },
  browser: {
    run: 'npm run test:full',
    guards: 'the dashboard and the HTML reports in Chromium',
    files: ['test/acceptance/page/*.test.ts'],
  },
  machines: {
    run: 'npm run test:full',
    guards:
      'other machines: the standalone provider, runners, proxies, CDK Terrain, Python, fresh clones, a release, new resources',
    files: [
      'test/acceptance/{cdktn,demo,first-minutes,fresh-clone,hosts,languages,new-resource,pictures,printed-pages,proxy,release}.test.ts',
      'test/acceptance/{runners,standalone,troubleshooting}.test.ts',
      'test/languages/*.test.ts',
    ],
  },
};
