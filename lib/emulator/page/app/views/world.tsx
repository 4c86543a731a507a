import type { PageProps } from '../app';

export function WorldPage(_props: PageProps) {
  return <h1>World</h1>;
}
