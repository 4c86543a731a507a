import { writeTypescriptProject } from '../../../lib/cli/convert/write/typescript';
import { objectsOfExpressions } from './expressions';
import { conversionOf, readOld } from './old-folder';
import { synthesize } from './synthesize';

const options = {
  name: 'network',
  command: 'edge-platform convert network --out edge',
  host: 'cdktn',
} as const;

describe('a converted project in TypeScript', () => {
  it.each(objectsOfExpressions().map((object) => [`${object.typeName} ${object.name}`, object] as const))(
    'has expressions wherever attributes can be: %s',
    async (_, object) => {
      const old = await readOld({ 'main.tf': '' });
      const { files } = writeTypescriptProject(old, conversionOf({ objects: [object] }), options);
      expect(synthesize(files).stack.resource[object.typeName]).toMatchObject({
        [object.name]: object.config,
      });
    },
  );

  it.each([
    ['backend "s3" {\n bucket = "b"\n}', { s3: { bucket: 'b' } }],
    ['backend "local" {\n path = "/states/a.tfstate"\n}', { local: { path: '/states/a.tfstate' } }],
    ['cloud {\n organization = "o"\n}', undefined],
    ['', { local: { path: expect.stringMatching(/\/terraform\.network\.tfstate$/) as string } }],
    [
      'backend "local" {\n path = "states/a.tfstate"\n}',
      { local: { path: expect.stringMatching(/\/terraform\.network\.tfstate$/) as string } },
    ],
  ])('has its state where %j has it', async (backend, expected) => {
    const old = await readOld({ 'main.tf': `terraform {\n${backend}\n}\nlocals {\n  a = 1\n}\n` });
    const { files } = writeTypescriptProject(old, conversionOf({}), options);
    expect(synthesize(files).stack.terraform.backend).toEqual(expected);
  });

  it('overrides nothing of a stack without settings of Terraform', async () => {
    const old = await readOld({ 'main.tf': 'locals {\n  a = 1\n}\n' });
    const { files } = writeTypescriptProject(old, conversionOf({}), options);
    expect(files.get('configuration.ts')).not.toContain('addOverride');
  });
});
