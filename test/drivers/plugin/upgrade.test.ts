import { isDiagnosticError, optional, string, type Contract } from '../../../lib/schema';
import { upgradeState } from '../../../lib/drivers/plugin/upgrade';

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
  it('is brought up one version at a time', () => {
    expect(upgradeState(contract, 1, { label: 'a', id: '1' })).toEqual({ name: 'a', id: '1' });
    expect(upgradeState(contract, 2, { title: 'a' })).toEqual({ name: 'a' });
  });

  it('stays as it is in the present version', () => {
    expect(upgradeState(contract, 3, { name: 'a' })).toEqual({ name: 'a' });
  });

  it('fails to be read when a newer provider wrote it', () => {
    expect(told(4)).toMatch(/version 4; .* up to 3.*Upgrade/);
  });

  it('fails to be read when there is no way from its version', () => {
    expect(told(0)).toMatch(/no upgrade from schema version 0 to 1.*Import/);
  });
});

function told(version: number): string {
  try {
    upgradeState(contract, version, {});
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics.map(({ detail }) => detail).join();
    throw error;
  }
  return '';
}
