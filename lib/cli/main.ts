#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { emulatorCommand } from './emulator';

/** The commands. Each loads what it needs only when it runs, so that `--help` costs nothing. */
const commands = [emulatorCommand];

function main(): Promise<Command> {
  const program = new Command('edge-platform')
    .description(
      'Tools for edge platform zones kept as code: an emulator of the API, and what works on its data.',
    )
    .version(readVersion())
    .showHelpAfterError('Add --help to see what there is.');
  for (const make of commands) program.addCommand(make().copyInheritedSettings(program));
  return program.parseAsync();
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8'));
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isNamed && typeof manifest.version === 'string' ? manifest.version : 'unknown';
}

main().catch((error: unknown) => {
  process.stderr.write(`edge-platform: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
