import type { Fixture } from './fixture';

/** Credentials of a fixture that names none. They open nothing but an emulator. */
export const defaultToken = 'edge-emulator-token-00000000000000000000';
export const defaultKey = {
  email: 'admin@example.com',
  key: '0123456789abcdef0123456789abcdef01234',
} as const;

export const defaultAccountId = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
export const defaultZoneId = 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** The world without a fixture: one account with one Enterprise zone, which may have log-delivery jobs. */
export const defaultFixture: Fixture = {
  accounts: [{ id: defaultAccountId, name: 'Example account' }],
  zones: [{ id: defaultZoneId, account_id: defaultAccountId, name: 'example.com', plan: 'enterprise' }],
};
