const machO = 0xfeedfacf;

/** The platform that an executable is for, by its header; undefined for none that has a standalone provider. */
export function executablePlatform(file: Buffer): string | undefined {
  if (file.length < 64) return undefined;
  if (file.toString('latin1', 0, 4) === '\x7fELF') return nameOf('linux', elf[file.readUInt16LE(18)]);
  if (file.readUInt32LE(0) === machO) return nameOf('darwin', mach[file.readUInt32LE(4)]);
  if (file.toString('latin1', 0, 2) === 'MZ') return nameOf('windows', machineOfWindows(file));
  return undefined;
}

/** `e_machine` of ELF. */
const elf: Readonly<Record<number, string>> = { 0x3e: 'amd64', 0xb7: 'arm64' };

/** `cputype` of Mach-O. */
const mach: Readonly<Record<number, string>> = { 0x01000007: 'amd64', 0x0100000c: 'arm64' };

/** `Machine` of PE. */
const windows: Readonly<Record<number, string>> = { 0x8664: 'amd64', 0xaa64: 'arm64' };

function machineOfWindows(file: Buffer): string | undefined {
  const header = file.readUInt32LE(0x3c);
  const isPe = header + 6 <= file.length && file.toString('latin1', header, header + 4) === 'PE\0\0';
  return isPe ? windows[file.readUInt16LE(header + 4)] : undefined;
}

function nameOf(system: string, machine: string | undefined): string | undefined {
  return machine === undefined ? undefined : `${system}_${machine}`;
}
