import { DataResource, Fn, TerraformIterator, TerraformVariable, Token, type TerraformStack } from 'cdktf';
import { CustomFieldsRuleset, LogpushJob } from '../../../lib';
import { pick, textAt } from '../../emulator/support';
import { jobsPath, listOf, rulesetsPath, zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';

const destinationConf = 'https://logs.example.com/in';

describeWithNullProvider('values on their way to the runner', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    edge = await startProvisionerStack();
  });
  afterEach(() => edge.close());

  const begin = async (build: (stack: TerraformStack) => void) => {
    edge.declare(build);
    await edge.dir.init();
  };
  const job = async () => {
    const [found] = listOf(await edge.emulator.result('GET', jobsPath));
    return found;
  };

  it('may be tokens of other resources and of variables, of every type', async () => {
    const build = (stack: TerraformStack) => {
      const told = new DataResource(stack, 'told', {
        input: {
          zone: zoneId,
          rate: 0.25,
          fields: ['EdgeResponseStatus', 'ClientIP'],
          enabled: false,
          status: '503',
        },
      });
      const output = (name: string) => told.interpolationForAttribute(`output.${name}`);
      const names = new TerraformVariable(stack, 'names', { type: 'list(string)', default: ['x-b', 'x-a'] });
      const suffix = new TerraformVariable(stack, 'suffix', { type: 'number', default: 7 });
      const fields = new CustomFieldsRuleset(stack, 'fields', {
        zoneId: Token.asString(output('zone')),
        requestHeaders: names.listValue,
      });
      new LogpushJob(stack, 'logs', {
        zoneId: Token.asString(output('zone')),
        name: `logs-${suffix.numberValue}`,
        destinationConf,
        fields: ['RayID', Token.asString(output('fields[0]'))],
        sampleRate: Token.asNumber(output('rate')),
        enabled: output('enabled'),
        filter: Fn.jsonencode({
          where: { and: [{ key: 'EdgeResponseStatus', operator: 'eq', value: output('status') }] },
        }),
        dependsOn: [fields],
      });
    };
    await begin(build);
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['POST rulesets', 'PUT rulesets/:id', 'POST logpush/jobs']);
    const made = await job();
    expect(made).toMatchObject({ name: 'logs-7', enabled: false });
    expect(textAt(made, 'logpull_options')).toMatch(/RayID,EdgeResponseStatus|EdgeResponseStatus,RayID/);
    expect(textAt(made, 'logpull_options')).toContain('sample=0.25');
    expect(JSON.parse(textAt(made, 'filter'))).toEqual({
      where: { and: [{ key: 'EdgeResponseStatus', operator: 'eq', value: '503' }] },
    });
    expect(await namesOfFields()).toEqual(['x-a', 'x-b']);
    expect((await edge.dir.plan()).code).toBe(0);
    await edge.calls();
    await edge.dir.apply();
    expect(await edge.calls()).toEqual([]);
  });

  it('are kept to the character: quotes, backslashes, lines, other scripts, and what looks like a template', async () => {
    const written =
      'a "quote", it\'s \\ and \\n\nnext\tline, $${no.expression}, %%{if no}, $ 5% # äß漢字🦀\u2028.';
    const meant = written.replace('$${', '${').replace('%%{', '%{');
    const filterOf = (value: string) =>
      JSON.stringify({ where: { and: [{ key: 'ClientRequestPath', operator: 'contains', value }] } });
    const path = '/ä"b\\c/$${x}/%%{y}/<&>/🦀';
    await begin((stack) => {
      const suffix = new TerraformVariable(stack, 'suffix', { type: 'string', default: 'the "end" ${' });
      const fields = new CustomFieldsRuleset(stack, 'fields', {
        zoneId,
        cookies: ['a'],
        description: `${written}${suffix.stringValue}`,
      });
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf,
        fields: ['RayID'],
        filter: filterOf(path),
        dependsOn: [fields],
      });
    });
    await edge.dir.apply();
    // That the second step of each finds nothing to do shows that both were told the same.
    expect(await edge.writes()).toEqual(['POST rulesets', 'PUT rulesets/:id', 'POST logpush/jobs']);
    const [ruleset] = await edge.entryPoints();
    expect(textAt(ruleset, 'description')).toBe(`${meant}the "end" \${`);
    const filter: unknown = JSON.parse(textAt(await job(), 'filter'));
    expect(pick(filter, 'where', 'and', 0, 'value')).toBe('/ä"b\\c/${x}/%{y}/<&>/🦀');
    expect((await edge.dir.plan()).code).toBe(0);
    await edge.dir.destroy();
    expect(await edge.writes()).toEqual(['DELETE logpush/jobs/:id', 'DELETE rulesets/:id']);
  });

  it('may be of each of several objects that one construct stands for', async () => {
    const declare = (names: string[], prefix = 'logs') => {
      edge.declare((stack) => {
        const each = TerraformIterator.fromList(names);
        new LogpushJob(stack, 'logs', {
          forEach: each,
          zoneId,
          name: `${prefix}-${each.value}`,
          destinationConf: `${destinationConf}/${each.value}`,
          fields: ['RayID'],
        });
      });
    };
    declare(['a', 'b']);
    await edge.dir.init();
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['POST logpush/jobs', 'POST logpush/jobs']);
    declare(['a', 'b'], 'lines');
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['PUT logpush/jobs/:id', 'PUT logpush/jobs/:id']);
    declare(['b'], 'lines');
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['DELETE logpush/jobs/:id']);
    expect(await job()).toMatchObject({ name: 'lines-b', destination_conf: `${destinationConf}/b` });
  });

  it('fails where an expression comes to what the attribute cannot be, with its path', async () => {
    await begin((stack) => {
      const rate = new TerraformVariable(stack, 'rate', { type: 'string', default: 'half' });
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf,
        fields: ['RayID', Token.asString('${join("", ["No", "Field"])}')],
        sampleRate: Token.asNumber(rate.value),
      });
    });
    const said = saidIn(await edge.dir.apply([], { expectCode: 1 }));
    expect(said).toContain('Error: Wrong type sample_rate: The value is "half". It must be a number');
    const field = saidIn(await edge.dir.apply(['-var=rate=1'], { expectCode: 1 }));
    expect(field).toMatch(/Error: Log fields fields: .*NoField/);
    expect(await edge.calls()).toEqual([]);
  });

  async function namesOfFields(): Promise<unknown> {
    const [ruleset] = await edge.entryPoints();
    const stored = await edge.emulator.result('GET', `${rulesetsPath}/${textAt(ruleset, 'id')}`);
    const fields = listOf(pick(stored, 'rules', 0, 'action_parameters', 'request_fields'));
    return fields.map((field) => textAt(field, 'name')).sort();
  }
});
