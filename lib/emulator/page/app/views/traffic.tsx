import type { PageProps } from '../app';

export function TrafficPage(_props: PageProps) {
  return <h1>Traffic</h1>;
}
