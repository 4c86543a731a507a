import type { PageProps } from '../app';

export function PoolsPage(_props: PageProps) {
  return <h1>Pools</h1>;
}
