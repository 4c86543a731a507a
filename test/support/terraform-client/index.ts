export { ProviderBug } from './checks';
export {
  CommandFailed,
  TerraformClient,
  type Action,
  type Change,
  type ClientOptions,
  type Plan,
  type PlanOptions,
} from './client';
export { magicCookie, startPlugin, type Connection, type StartedPlugin } from './connection';
export { runPlugin, sharedProvider, type RunningPlugin } from './plugin';
export { RemoteProvider, type Diagnostic, type Provider } from './provider';
export { applyOnce, type Outcome } from './outcome';
