import { TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { Node } from 'constructs';
import { CustomFieldsRuleset, EdgeDriver, EdgeProvider, LogpushJob, LogField } from '../../lib';

const idOf = (number: number) => number.toString(16).padStart(32, '0');
const jobsPerZone = 4;

const addJob = (stack: TerraformStack, at: number, zoneId: string) => {
  const fields = [LogField.RayID, LogField.Cookies, LogField.RequestHeaders];
  new LogpushJob(stack, `job${at}`, {
    zoneId,
    name: `job-${at}`,
    destinationConf: 's3://b?region=r',
    fields,
  });
};
const addRuleset = (stack: TerraformStack, at: number, zoneId: string) => {
  new CustomFieldsRuleset(stack, `fields${at}`, { zoneId, requestHeaders: ['x-a'] });
};

const workloads: Readonly<Record<string, (stack: TerraformStack, at: number) => void>> = {
  'jobs and custom fields': (stack, at) => {
    const zoneId = idOf(Math.floor(at / jobsPerZone));
    addJob(stack, at, zoneId);
    if (at % jobsPerZone === 0) addRuleset(stack, at, zoneId);
  },
  'jobs and custom fields of zones that only Terraform knows': (stack, at) => {
    const zone = Math.floor(at / jobsPerZone);
    addJob(stack, at, `\${var.zone${zone}}`);
    if (at % jobsPerZone === 0) addRuleset(stack, at, `\${var.zone${zone}}`);
  },
  'jobs of one zone': (stack, at) => {
    addJob(stack, at, idOf(0));
  },
  'jobs with a secret': (stack, at) => {
    const secret = new TerraformVariable(stack, `secret${at}`, { sensitive: true });
    new LogpushJob(stack, `job${at}`, {
      zoneId: idOf(at),
      name: `job-${at}`,
      destinationConf: 's3://b?region=r',
      destinationCredentials: {
        'access-key-id': secret.stringValue,
        'secret-access-key': secret.stringValue,
      },
      fields: ['RayID'],
    });
  },
};

/** How many constructs are visited: by walks through the tree, and by look-ups of a child. */
function countVisits(work: () => void): number {
  const visited = jest.spyOn(Node.prototype, 'children', 'get');
  const lookedUp = jest.spyOn(Node.prototype, 'tryFindChild');
  visited.mockClear();
  lookedUp.mockClear();
  work();
  return visited.mock.calls.length + lookedUp.mock.calls.length;
}

function synthesize(
  driver: EdgeDriver,
  count: number,
  add: (stack: TerraformStack, at: number) => void,
): void {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new EdgeProvider(stack, 'edge', { driver });
  for (let at = 0; at < count; at += 1) add(stack, at);
  Testing.synth(stack, true);
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe.each(Object.values(EdgeDriver))('with the driver "%s"', (driver) => {
  it.each(Object.entries(workloads))('visits constructs in proportion to their number: %s', (_what, add) => {
    const [few = 0, more = 0, many = 0] = [4, 12, 36].map((count) =>
      countVisits(() => {
        synthesize(driver, count, add);
      }),
    );
    const each = (more - few) / 8;
    expect(each).toBeGreaterThan(0);
    expect((many - more) / 24).toBeLessThan(each * 1.1);
  });
});
