import { startMovedFolder } from '../../support/moved-folder';
import { saidIn } from '../../support/provisioner-stack';
import {
  makeWorld,
  makeZones,
  movesOf,
  newJob,
  oldJobAt,
  readOldObjects,
  resourcesOf,
  secrets,
  serveOldProvider,
  successors,
  versions,
  type OldObjects,
} from '../../support/retired-states';
import type { ServedProvider } from '../../support/served-provider';
import { describeWithTerraform } from '../../support/terraform';

const noChange = 'Plan: 0 to add, 0 to change, 0 to destroy';
const names = Object.keys(successors) as (keyof OldObjects)[];

describeWithTerraform('moved blocks of the real Terraform', () => {
  let old: ServedProvider;
  beforeAll(async () => {
    old = await serveOldProvider();
  });

  it.each(versions)('take over every object of a state of provider %s without a change', async (version) => {
    const objects = readOldObjects(version);
    const folder = await startMovedFolder(
      old,
      makeWorld(version),
      names.map((name) => ({ name, type: objects[name].type, instances: [objects[name]] })),
    );
    const { dir } = folder;
    const resource = resourcesOf(version);
    dir.configure({ resource, moved: movesOf(objects) });
    await dir.init();
    const planned = saidIn(await dir.plan());
    expect(planned).toContain(noChange);
    for (const name of names)
      expect(planned).toContain(`${objects[name].type}.${name} has moved to ${successors[name]}.${name}`);
    expect(saidIn(await dir.apply())).toContain('0 added, 0 changed, 0 destroyed');
    expect(await folder.writes()).toEqual([]);
    for (const secret of secrets) expect(folder.state()).not.toContain(secret);
    expect((await dir.plan()).code).toBe(0);
    dir.configure({ resource });
    expect((await dir.plan()).code).toBe(0);
  });

  it('take over 300 instances in one plan', async () => {
    const objects = readOldObjects('5.22');
    const { type } = objects.requests;
    const instances = Array.from({ length: 300 }, (_, key) => ({ ...oldJobAt(objects, key), key }));
    const folder = await startMovedFolder(old, makeZones(300), [{ type, name: 'all', instances }]);
    const { dir } = folder;
    dir.configure({
      resource: { edge_logpush_job: { all: { count: 300, ...newJob('count.index') } } },
      moved: [{ from: `${type}.all`, to: 'edge_logpush_job.all' }],
    });
    await dir.init();
    expect(saidIn(await dir.plan())).toContain(noChange);
    await dir.apply();
    expect(await folder.writes()).toEqual([]);
    expect(folder.state()).not.toContain('secret-of-the-old-state');
    expect((await dir.plan()).code).toBe(0);
  });
});
