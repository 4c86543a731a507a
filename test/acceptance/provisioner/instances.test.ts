import { TerraformIterator, Token } from 'cdktf';
import { LogpushJob, SecretVariable } from '../../../lib';
import { pick, textAt } from '../../emulator/support';
import { filesWith, jobsPath, listOf, zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';

interface Version {
  /** What each key is called; none for a construct without keys. */
  readonly names?: Readonly<Record<string, string>>;
  readonly credentialsVersion?: number;
  readonly retired?: boolean;
  /** The keys that were renamed, old to new. */
  readonly moved?: readonly [string, string];
}

describeWithNullProvider('the instances of a construct of the provisioner driver', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    edge = await startProvisionerStack();
  });

  const declare = ({ names = {}, credentialsVersion, retired = false, moved }: Version) => {
    edge.declare((stack) => {
      const key = new SecretVariable(stack, 'key');
      const each = TerraformIterator.fromMap({ ...names });
      new LogpushJob(stack, 'logs', {
        forEach: each,
        zoneId,
        name: Token.asString(each.value),
        destinationConf: 's3://bucket/logs?endpoint=storage.example',
        ...(credentialsVersion !== undefined && {
          destinationCredentials: { 'access-key-id': key.stringValue, 'secret-access-key': key.stringValue },
          destinationCredentialsVersion: credentialsVersion,
        }),
        fields: ['RayID'],
        retired,
      });
      if (moved === undefined) return;
      const [from, to] = moved;
      stack.addOverride(
        'moved',
        ['logs', 'logs_lifecycle'].map((name) => ({
          from: `null_resource.${name}["${from}"]`,
          to: `null_resource.${name}["${to}"]`,
        })),
      );
    });
  };
  const apply = async (key = 'canary-one') => {
    const args = ['apply', '-auto-approve', '-input=false', '-no-color'];
    const { code, ...output } = await edge.dir.start(args, { TF_VAR_key: key }).finished;
    const said = saidIn(output);
    expect({ code, said }).toEqual({ code: 0, said: expect.not.stringContaining('canary') as unknown });
    return { said, writes: await edge.writes() };
  };
  const jobs = async () => listOf(await edge.emulator.result('GET', jobsPath));
  const namesOf = async () => (await jobs()).map((job) => textAt(job, 'name')).sort();
  const keysOf = async () =>
    (await jobs()).map((job) => new URL(textAt(job, 'destination_conf')).searchParams.get('access-key-id'));

  it('are changed, moved, deleted and retired by key, with an ephemeral secret', async () => {
    const { dir } = edge;
    declare({ names: { a: 'one', b: 'two' }, credentialsVersion: 1 });
    await dir.init();
    expect((await apply()).writes).toEqual(['POST logpush/jobs', 'POST logpush/jobs']);
    expect([await namesOf(), await keysOf()]).toEqual([
      ['one', 'two'],
      ['canary-one', 'canary-one'],
    ]);

    // An ephemeral value alone is no change: the new version sends it.
    expect((await apply('canary-two')).writes).toEqual([]);
    declare({ names: { a: 'three', b: 'two' }, credentialsVersion: 2 });
    expect((await apply('canary-two')).writes).toEqual(['PUT logpush/jobs/:id', 'PUT logpush/jobs/:id']);
    expect([await namesOf(), await keysOf()]).toEqual([
      ['three', 'two'],
      ['canary-two', 'canary-two'],
    ]);
    expect(filesWith(dir.path, 'canary-')).toEqual([]);

    const [kept] = (await jobs()).filter((job) => pick(job, 'name') === 'three');
    declare({ names: { c: 'three' }, credentialsVersion: 2, moved: ['a', 'c'] });
    expect((await apply()).writes).toEqual(['DELETE logpush/jobs/:id']);
    expect(await jobs()).toEqual([kept]);

    declare({ names: { c: 'three' }, credentialsVersion: 2, retired: true });
    expect((await apply()).writes).toEqual(['DELETE logpush/jobs/:id']);
    expect([await jobs(), edge.memories()]).toEqual([[], []]);
  });
});
