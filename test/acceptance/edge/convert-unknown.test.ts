import { join } from 'node:path';
import { readConfiguration } from '../../../lib/cli/convert/read';
import type { Conversion } from '../../../lib/cli/convert/model';
import { convertConfiguration } from '../../../lib/cli/convert/translate';
import { writeHclProject } from '../../../lib/cli/convert/write/hcl/project';
import { installHere } from '../../../lib/cli/provider/install';
import { pick, start, zoneId, type Running } from '../../emulator/support';
import { entrypoint, owaspPackage, zoneWith } from '../../emulator/waf-world';
import { describeWithTerraform, TerraformDir } from '../../support/terraform';
import { makeFolder, writeFiles } from '../../support/folder';

const scoreRule = '6179ae15870a4bb7b2d480d4843b323c';

const codeOf = (sensitivity: string) => `variable "env" {
  type = string
}

variable "sens" {
  type    = string
  default = null
}

resource "cloudflare_waf_package" "owasp" {
  zone_id     = "${zoneId}"
  package_id  = "${owaspPackage}"
  sensitivity = ${sensitivity}
  action_mode = var.env == "prod" ? "block" : "simulate"
}
`;

describeWithTerraform('converted settings of the previous WAF that depend on variables', () => {
  let folder = '';
  let emulator: Running;
  beforeEach(async () => {
    folder = makeFolder();
    emulator = await start({ fixture: zoneWith(), wafCutoverMs: 0 });
  });

  /** Without a state, credentials and values of variables. */
  async function convert(code: string): Promise<{ conversion: Conversion; dir: TerraformDir }> {
    writeFiles(join(folder, 'old'), [['main.tf', code]]);
    const old = await readConfiguration(join(folder, 'old'), { env: { PATH: process.env.PATH } });
    const conversion = convertConfiguration(old);
    const project = join(folder, 'new');
    writeFiles(project, writeHclProject(old, conversion).files);
    installHere(project);
    const env = { EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token };
    return { conversion, dir: new TerraformDir(project, env) };
  }

  const has = (settings: object) =>
    emulator.result('PATCH', `/zones/${zoneId}/firewall/waf/packages/${owaspPackage}`, settings);

  async function scoreOverride(): Promise<unknown> {
    const rules = (await emulator.result('GET', entrypoint)) as { rules: readonly object[] };
    const overrides = rules.rules.flatMap(
      (rule) => (pick(rule, 'action_parameters', 'overrides', 'rules') ?? []) as readonly object[],
    );
    return overrides.find((each) => pick(each, 'id') === scoreRule);
  }

  it.each([
    ['sensitivity medium in prod', 'prod', ['-var=sens=medium'], 'medium', 40, 'block'],
    ['sensitivity low elsewhere', 'test', ['-var=sens=low'], 'low', 60, 'log'],
    ['the default of the provider', 'prod', [], 'high', 25, 'block'],
  ])('deploy what the old code says, for %s', async (_, env, more, sensitivity, threshold, action) => {
    await has({ sensitivity, action_mode: env === 'prod' ? 'block' : 'simulate' });
    const { conversion, dir } = await convert(codeOf('var.sens'));
    expect(conversion.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    const values = [`-var=env=${env}`, ...more];
    await dir.init();
    await dir.applyJson(...values);
    await dir.applyJson(...values, '-var=acknowledge_waf_migration=true');
    expect(await scoreOverride()).toMatchObject({ score_threshold: threshold, action });
    const { stdout } = await dir.plan([...values, '-var=acknowledge_waf_migration=true']);
    expect(stdout).toContain('No changes.');
  });

  it('deploy no threshold for a core rule set that is off', async () => {
    await has({ sensitivity: 'off', action_mode: 'block' });
    const { dir } = await convert(codeOf('var.sens'));
    const values = ['-var=env=prod', '-var=sens=off', '-var=acknowledge_waf_migration=true'];
    await dir.init();
    await dir.applyJson(...values);
    expect(await scoreOverride()).toMatchObject({ score_threshold: 40, action: 'block' });
    expect((await dir.plan(values)).stdout).toContain('No changes.');
  });

  it('fail the plan where the service has other settings than the variables say', async () => {
    await has({ sensitivity: 'high', action_mode: 'block' });
    const { dir } = await convert(codeOf('var.sens'));
    const values = ['-var=env=prod', '-var=sens=medium', '-var=acknowledge_waf_migration=true'];
    await dir.init();
    const { stderr } = await dir.run(['plan', '-no-color', ...values], { expectCode: 1 });
    expect(stderr).toContain('previous');
  });

  it('fail the first plan where nothing can say the setting', async () => {
    const { conversion, dir } = await convert(
      `data "cloudflare_waf_packages" "all" {\n  zone_id = "${zoneId}"\n}\n\n${codeOf('data.cloudflare_waf_packages.all.packages[0].sensitivity')}`,
    );
    expect(conversion.findings.map(({ code }) => code)).toContain('convert.not_carried');
    await dir.init();
    const { stderr } = await dir.run(['plan', '-no-color', '-var=env=prod'], { expectCode: 1 });
    expect(stderr).toContain('acknowledge_irreversible is false');
  });
});
