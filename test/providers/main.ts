// Proves conversions with the real providers of the service: README.md.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runProgram } from '../support/program';
import { languages, proveConversion, proveGuard, type Language } from './proof';
import { proveGuide } from './guide';
import { formatClaims, type Claim } from './report';
import { startService } from './service';
import { applyOld, findProvider, openFolder } from './terraform';
import { fixtures, providerVersions, world, type ProviderVersion } from './versions';

const help = `Usage: npm run test:providers -- [options]

Applies configurations of versions 3.35, 4.52 and 5.22 of the service's provider
to the emulator, converts them, moves the state and migrates, with that provider
installed all the time. Prints which statements hold. Needs Terraform and openssl.
Exit status: 0, 1 if a statement fails, 2 for wrong options or a missing provider.

Options:
  --mirror <folder>           where the provider is, as \`terraform providers mirror\`
                              writes it (default: Terraform's registry)
  --version <3.35|4.52|5.22>  may be repeated (default: all)
  --language <hcl|typescript> may be repeated (default: both)
  --record                    write the states of test/convert instead
  --help`;

interface Options {
  readonly mirror: string | undefined;
  readonly versions: readonly ProviderVersion[];
  readonly languages: readonly Language[];
  readonly isRecording: boolean;
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      mirror: { type: 'string' },
      version: { type: 'string', multiple: true },
      language: { type: 'string', multiple: true },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return undefined;
  const mirror = values.mirror === undefined ? undefined : resolve(values.mirror);
  const names = values.version ?? providerVersions.map(({ name }) => name);
  const versions = names.map((name) => {
    const found = providerVersions.find((each) => each.name === name);
    if (found === undefined) throw new Error(`--version is ${name}.`);
    if (mirror !== undefined) findProvider(mirror, found.version);
    return found;
  });
  const chosen = (values.language ?? languages).map((name) => {
    const found = languages.find((each) => each === name);
    if (found === undefined) throw new Error(`--language is ${name}.`);
    return found;
  });
  return { mirror, versions, languages: chosen, isRecording: values.record };
}

async function proveAll({ mirror, versions, languages: chosen }: Options, scratch: string): Promise<boolean> {
  const claims: Claim[] = [];
  let count = 0;
  const folder = () => {
    const path = join(scratch, String((count += 1)));
    mkdirSync(path);
    return path;
  };
  for (const version of versions) {
    for (const language of chosen) {
      console.error(`${version.version}, ${language} …`);
      claims.push(...(await proveConversion({ version, language, mirror, scratch: folder() })));
    }
    if (version.hasPreviousWaf) {
      console.error(`${version.version}, the dangerous order …`);
      claims.push(...(await proveGuard({ version, language: 'hcl', mirror, scratch: folder() })));
      console.error(`${version.version}, the printed blocks …`);
      claims.push(...(await proveGuide(version, mirror)));
    }
  }
  console.log(formatClaims(claims));
  return claims.every(({ contradiction }) => contradiction === undefined);
}

async function record({ mirror, versions }: Options, scratch: string): Promise<void> {
  for (const version of versions) {
    const service = await startService(world);
    const source = join(fixtures, version.name);
    const folder = openFolder(join(source, 'input'), join(scratch, version.name), version, service, mirror);
    await applyOld(folder, version, service);
    cpSync(folder.state, join(source, 'state.json'));
    await service.close();
  }
}

runProgram(help, readOptions, async (options) => {
  const scratch = mkdtempSync(join(tmpdir(), 'edge-providers-'));
  try {
    if (!options.isRecording) return await proveAll(options, scratch);
    await record(options, scratch);
    return true;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
