import { App, TerraformStack } from 'cdktn';
import {
  CustomFieldsRuleset,
  EdgeProvider,
  LogpushJob,
  PoolNotificationPolicy,
  SecretVariable,
  WafMigration,
} from '../../lib';

describe('a stack of the other host', () => {
  it.each([
    EdgeProvider,
    SecretVariable,
    CustomFieldsRuleset,
    LogpushJob,
    PoolNotificationPolicy,
    WafMigration,
  ])('is refused by %p before anything else', (Class) => {
    const stack = new TerraformStack(new App(), 'logs');
    const make = () => new (Class as unknown as new (...given: unknown[]) => unknown)(stack, 'one', {});
    expect(make).toThrow(
      `[logs] ${Class.name}: the stack is of another package, or another version of it, than these constructs. With cdktf, ` +
        'import the constructs from cdktf-edge-platform; with cdktn, from cdktf-edge-platform/cdktn.',
    );
  });
});
