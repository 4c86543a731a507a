import { isDiagnosticError, optional, string, type Contract } from '../../../lib/schema';
import { upgradeState } from '../../../lib/drivers/plugin/rpc/upgrade-state';

const contract: Contract = {
  typeName: 'fake_thing',
  version: 3,
  description: 'x',
  attributes: { name: optional(string, { description: 'x' }) },
  upgrades: {
    1: ({ label, ...rest }) => ({ ...rest, title: label }),
    2: ({ title, ...rest }) => ({ ...rest, name: title }),
  },
};

describe('a stored state', () => {
  it('is upgraded one version at a time', () => {
    expect(upgradeState(contract, 1, { label: 'a', id: '1' })).toEqual({ name: 'a', id: '1' });
    expect(upgradeState(contract, 2, { title: 'a' })).toEqual({ name: 'a' });
  });

  it('stays unchanged in the current version', () => {
    expect(upgradeState(contract, 3, { name: 'a' })).toEqual({ name: 'a' });
  });

  it('fails to be read when a newer provider wrote it', () => {
    expect(errorOf(4)).toMatch(/^Cannot read the state of fake_thing: .*version 4; .* up to 3.*Upgrade/);
  });

  it('fails to be read when its version cannot be upgraded', () => {
    expect(errorOf(0)).toMatch(
      /^Cannot read the state of fake_thing: .*no upgrade from schema version 0 to 1.*Import/,
    );
  });
});

function errorOf(version: number): string {
  try {
    upgradeState(contract, version, {});
  } catch (error) {
    if (isDiagnosticError(error))
      return error.diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join();
    throw error;
  }
  return '';
}
