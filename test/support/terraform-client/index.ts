export { TerraformClient } from './client';
export { startPlugin, type Connection, type StartedPlugin } from './connection';
export type { Change, Plan, PlanOptions } from './plan';
export { runPlugin, sharedProvider, type RunningPlugin } from './plugin';
export { Provider } from './provider';
