import { join } from 'node:path';
import { blocksOf, PageReader, pasteOf, type PrintedBlock } from '../support/printed-page';
import type { Claim } from './report';
import { startService } from './service';
import { providerAddress } from './terraform';
import { fixtures, world, type ProviderVersion } from './versions';

const page = 'docs/guides/from-retired-resources.md';

/** A way through the guide, from its first block. */
interface Way {
  readonly name: string;
  /** Whether its blocks are those of this way. */
  readonly isOnIt: (block: PrintedBlock, at: number) => boolean;
  /** What a reader does before a block, as the page says in words: a script by how the block begins. */
  readonly byHand: Readonly<Record<string, string>>;
  readonly end: string;
  /** Commands whose answer is no in the world of the fixture: its zones lose something. */
  readonly answersNo: readonly string[];
  readonly shows: readonly string[];
}

const blocks = blocksOf(page).filter(({ language }) => language === 'sh' || language === 'hcl');
const byHand = blocks.findIndex(({ text }) => text.startsWith('moved {'));

const ways: readonly Way[] = [
  {
    name: 'with convert',
    isOnIt: (_, at) => at < byHand,
    byHand: {
      'terraform apply': [
        'cd ../new',
        'cp -r ../old/terraform.tfstate ../old/terraform.d .',
        'npx edge-platform provider install',
        'terraform init',
      ].join('\n'),
      'npx edge-platform emulator': 'cd ../old',
    },
    end: '',
    answersNo: ['npx edge-platform waf check --state ../before.json'],
    shows: ['No changes.', '0 to destroy', 'Apply complete!'],
  },
  {
    name: 'by hand',
    // Pairs of jobs and policies are moved in test/acceptance/edge/moved.test.ts.
    isOnIt: ({ text }, at) => at === 0 || (at > byHand && !text.startsWith('moved {')),
    byHand: {
      'terraform state list': 'cp -r ../old ../forgotten\ncd ../forgotten',
      'removed {': [
        'cp -r ../old ../reviewed',
        'cd ../reviewed',
        `sed -i '/^resource "cloudflare_waf_group" "disabled"/,/^}/d' waf.tf`,
        `sed -i '/^resource "cloudflare_waf_package" "owasp"/,/^}/d' modules/zone-waf/main.tf`,
      ].join('\n'),
      'npx edge-platform waf report': 'terraform plan\ncd ../old',
    },
    end: 'cat expected.json\n(cd ../forgotten && terraform state list)\n',
    answersNo: [
      'npx edge-platform waf check --state ../before.json',
      'npx edge-platform waf report --zone shop.example',
    ],
    shows: [
      'will no longer be managed by Terraform, but',
      '0 to destroy',
      '"a25a9a7e9c00afc1fb2e0245519d725b": "medium"',
    ],
  },
];

/** Runs the blocks of the guide as they are printed, with the real provider installed all the time. */
export async function proveGuide(
  version: ProviderVersion,
  mirror: string | undefined,
): Promise<readonly Claim[]> {
  const reader = new PageReader();
  try {
    const claims: Claim[] = [];
    for (const way of ways)
      claims.push({
        version: version.version,
        language: 'hcl',
        statement: `the printed blocks of the guide run, ${way.name}`,
        contradiction: await contradictionOf(way, version, mirror, reader),
      });
    return claims;
  } finally {
    reader.close();
  }
}

async function contradictionOf(
  way: Way,
  version: ProviderVersion,
  mirror: string | undefined,
  reader: PageReader,
): Promise<string | undefined> {
  const service = await startService(world);
  try {
    const { failed, output } = await reader.run(scriptOf(way, version, mirror), service.env);
    const isExpected = failed.join('\n') === way.answersNo.map((command) => `1 ${command}`).join('\n');
    const missing = way.shows.filter((text) => !output.includes(text));
    return isExpected && missing.length === 0
      ? undefined
      : `${failed.join('\n')}\nnot shown: ${missing.join(', ')}\n${output}`;
  } finally {
    await service.close();
  }
}

function scriptOf(way: Way, { name }: ProviderVersion, mirror: string | undefined): string {
  const plugins = `terraform.d/plugins/${providerAddress}`;
  const provider = `mkdir -p ${plugins} && cp -r ${join(mirror ?? '', providerAddress)}/. ${plugins}`;
  const before = [
    'npm install',
    `cp -r ${join(fixtures, name, 'input')} old`,
    'cd old',
    ...(mirror === undefined ? [] : [provider]),
    'terraform init',
    'terraform apply',
  ];
  const pasted = blocks.filter(way.isOnIt).flatMap((block) => {
    const scripts = Object.entries(way.byHand).filter(([start]) => block.text.startsWith(start));
    return [...scripts.map(([, script]) => script), pasteOf(block)];
  });
  return [...before, ...pasted, way.end].join('\n');
}
