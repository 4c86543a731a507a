import { PrivateBytes } from '../../../lib/drivers/plugin/private-state';

describe('private state', () => {
  it.each(['of another provider', 'null', '{"e2bfb730":{"create":6e11}}', '[1]'])(
    'that another provider wrote is none of ours: %s',
    (text) => {
      const state = new PrivateBytes(Buffer.from(text));
      expect(state.instance).toBeUndefined();
      state.identify('a');
      state.set({ own: true });
      expect(new PrivateBytes(state.bytes).get()).toEqual({ own: true });
      expect(new PrivateBytes(state.bytes).instance?.key).toBe('a');
    },
  );
});
