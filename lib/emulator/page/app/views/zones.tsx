import type { PageProps } from '../app';

export function ZonesPage(_props: PageProps) {
  return <h1>Zones</h1>;
}
