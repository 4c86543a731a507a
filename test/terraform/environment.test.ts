import { isolatedEnvironment, userEnvironment, variableSettings } from '../../lib/terraform/binary';

const unattended = { CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' };

describe('the environment of Terraform', () => {
  const given = { PATH: '/bin', EDGE_API_TOKEN: 'token', TF_VAR_zone: 'x', TF_CLI_CONFIG_FILE: 'own' };

  it('has the credentials and variables of the user, and no settings that could name another provider', () => {
    expect(userEnvironment(given)).toEqual({
      PATH: '/bin',
      EDGE_API_TOKEN: 'token',
      TF_VAR_zone: 'x',
      ...unattended,
    });
  });

  it('has nothing of the developer in a test', () => {
    const before = process.env;
    process.env = { ...given, TERRAFORM_BINARY_NAME: 'tofu' };
    try {
      expect(isolatedEnvironment()).toEqual({
        PATH: '/bin',
        TERRAFORM_BINARY_NAME: 'tofu',
        TF_CLI_CONFIG_FILE: '/dev/null',
        ...unattended,
      });
    } finally {
      process.env = before;
    }
  });

  it('gives variables their values: texts as they are, others as JSON', () => {
    expect(variableSettings({ a: 'b', c: [1] })).toEqual({ TF_VAR_a: 'b', TF_VAR_c: '[1]' });
  });
});
