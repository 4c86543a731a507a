import fc from 'fast-check';
import type { ConvertedObject, OldConfiguration } from '../../../lib/cli/convert/model';
import { findBlocks } from '../../../lib/hcl/blocks';
import { writeHclProject } from '../../../lib/cli/convert/write/hcl/project';
import { isExhaustive, seed } from '../../support/exhaustive';
import { hclFile } from '../../hcl/hcl-arbitraries';
import { blockOf, conversionOf, readOld } from './old-folder';

describe('generated files', () => {
  it('keep every block that is not converted, with its comments, in order', async () => {
    await fc.assert(
      fc.asyncProperty(hclFile, hclFile, fc.integer({ min: 0, max: 3 }), async (before, after, count) => {
        const jobs = Array.from({ length: count }, (_, at) => jobNamed(`job${at}`)).join('\n');
        const text = `${before}${jobs}${after.replace(/^\ufeff/, '').replaceAll('resource "type"', 'data "type"')}`;
        const old = await readOld({ 'main.tf': text });
        const objects = Array.from({ length: count }, (_, at) => objectFor(old, `job${at}`));
        const written = writeHclProject(old, conversionOf({ objects })).files.get('main.tf');
        const textsOf = (of: string) =>
          findBlocks(of)
            .filter(({ labels: [type = ''] }) => type === 'type')
            .map(({ commentsStart, end }) => of.slice(commentsStart, end));
        expect(textsOf(written ?? '')).toEqual(textsOf(text));
        expect(findBlocks(written ?? '').length).toBe(findBlocks(text).length);
        if (count === 0) expect(written ?? '').toBe(text.trim() === '' ? '' : text);
      }),
      { seed, numRuns: isExhaustive ? 500 : 20 },
    );
  });
});

const jobNamed = (name: string) => `resource "cloudflare_logpush_job" "${name}" {\n  name = "${name}"\n}\n`;

function objectFor(old: OldConfiguration, name: string): ConvertedObject {
  const replaces = [blockOf(old, `cloudflare_logpush_job.${name}`)];
  const typeName = 'edge_logpush_job';
  return { typeName, module: '', file: 'main.tf', name, meta: {}, config: { name }, remarks: [], replaces };
}
