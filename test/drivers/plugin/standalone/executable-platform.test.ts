import { closeSync, openSync, readSync } from 'node:fs';
import { currentPlatform } from '../../../../lib/drivers/plugin/platform';
import { executablePlatform } from '../../../../lib/drivers/plugin/standalone/executable-platform';

describe('the platform of an executable', () => {
  it('is the current one for the running Node.js', () => {
    const header = Buffer.alloc(4096);
    const file = openSync(process.execPath, 'r');
    readSync(file, header);
    closeSync(file);
    expect(executablePlatform(header)).toBe(currentPlatform());
  });

  const elf = (machine: number) =>
    header((bytes) => bytes.writeUInt16LE(machine, bytes.write('\x7fELF') + 14));
  const mach = (type: number) =>
    header((bytes) => bytes.writeUInt32LE(type, bytes.writeUInt32LE(0xfeedfacf)));
  const pe = (machine: number, signature = 'PE\0\0') =>
    header((bytes) => {
      bytes.write('MZ');
      bytes.writeUInt32LE(0x80, 0x3c);
      bytes.write(signature, 0x80);
      bytes.writeUInt16LE(machine, 0x84);
    });

  it.each([
    ['linux_amd64', elf(0x3e)],
    ['linux_arm64', elf(0xb7)],
    ['darwin_amd64', mach(0x01000007)],
    ['darwin_arm64', mach(0x0100000c)],
    ['windows_amd64', pe(0x8664)],
    ['windows_arm64', pe(0xaa64)],
    [undefined, elf(0x28)],
    [undefined, pe(0x8664, 'NE\0\0')],
    [undefined, Buffer.from('MZ')],
    [undefined, Buffer.from('#!/bin/sh\n'.repeat(10))],
  ])('is %s', (platform, bytes) => {
    expect(executablePlatform(bytes)).toBe(platform);
  });

  it('is unknown for a Windows program whose header is beyond the file', () => {
    const bytes = pe(0x8664);
    bytes.writeUInt32LE(0xffff, 0x3c);
    expect(executablePlatform(bytes)).toBeUndefined();
  });
});

function header(write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(256);
  write(bytes);
  return bytes;
}
