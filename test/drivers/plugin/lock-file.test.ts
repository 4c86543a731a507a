import { readLockEntry, setLockEntry } from '../../../lib/drivers/plugin/lock-file';

const source = 'terraform.local/edge-platform/edge';
const entry = { source, version: '1.2.3', hashes: ['h1:new='] };

const written = `provider "terraform.local/edge-platform/edge" {
  version     = "1.2.3"
  constraints = "1.2.3"
  hashes = [
    "h1:new=",
  ]
}
`;

const heading = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.
`;

const other = (name: string) => `provider "registry.terraform.io/hashicorp/${name}" {
  version     = "3.2.4"
  constraints = "~> 3.2"
  hashes = [
    "h1:abc=",
    "zh:def",
  ]
}
`;

describe('setLockEntry', () => {
  it.each(['', '\n', heading + '\n'])('writes the entry into the file %j', (text) => {
    expect(setLockEntry(text, entry)).toBe(text.trim() === '' ? written : `${heading}\n${written}`);
  });

  it('appends it to the entries of other providers, which stay unchanged', () => {
    const text = `${heading}\n${other('aws')}\n${other('null')}`;
    expect(setLockEntry(text, entry)).toBe(`${text}\n${written}`);
  });

  it.each([
    ['appends it', ''],
    ['replaces its entry', written.replaceAll('1.2.3', '1.2.2')],
    ['adds a hash', written.replace('h1:new=', 'h1:abc=')],
    ['changes nothing', written],
  ])('%s with the line ends of Windows where the file has them', (_, before) => {
    const windows = (text: string) => text.replaceAll('\n', '\r\n');
    const text = [heading, other('aws'), ...(before === '' ? [] : [before]), other('null')].join('\n');
    expect(setLockEntry(windows(text), entry)).toBe(windows(setLockEntry(text, entry)));
  });

  it('replaces its own entry in place', () => {
    const stale = written.replace('h1:new=', 'h1:old=').replaceAll('1.2.3', '1.2.2');
    const text = `${heading}\n${other('aws')}\n${stale}\n${other('null')}`;
    expect(setLockEntry(text, entry)).toBe(`${heading}\n${other('aws')}\n${written}\n${other('null')}`);
  });

  it('keeps the hashes of the same version, which are those of other platforms, in one order', () => {
    const more = written.replace('"h1:new="', '"h1:abc=",\n    "zh:def"');
    const both = written.replace('"h1:new="', '"h1:abc=",\n    "h1:new=",\n    "zh:def"');
    expect(setLockEntry(more, entry)).toBe(both);
    expect(setLockEntry(both, entry)).toBe(both);
  });

  it('completes an entry without hashes', () => {
    expect(setLockEntry(`provider "${source}" {\n  version = "1.2.3"\n}\n`, entry)).toBe(written);
  });

  it('keeps a provider whose address only has the same prefix', () => {
    const longer = written.replace('edge"', 'edge-two"');
    expect(setLockEntry(longer, entry)).toBe(`${longer}\n${written}`);
  });
});

describe('readLockEntry', () => {
  it('reads the version and the hashes of one provider', () => {
    const text = setLockEntry(heading + other('null'), entry);
    expect(readLockEntry(text, source)).toEqual({ version: '1.2.3', hashes: ['h1:new='] });
    expect(readLockEntry(text, 'registry.terraform.io/hashicorp/null')).toEqual({
      version: '3.2.4',
      hashes: ['h1:abc=', 'zh:def'],
    });
  });

  it('finds no entry of another provider', () => {
    expect(readLockEntry(heading + other('null'), source)).toBeUndefined();
    expect(readLockEntry('', source)).toBeUndefined();
  });
});
