import type { PageProps } from '../app';

export function RequestsPage(_props: PageProps) {
  return <h1>Requests</h1>;
}
