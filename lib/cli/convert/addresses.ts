/** A module in the address of another. */
export interface ModuleStep {
  readonly name: string;
  /** From the root module, without its own key: `module.zones["a"].module.waf`. */
  readonly address: string;
  readonly key?: string | number;
}

/** The modules of `module.zones["a"].module.waf[0]`, the outermost first; none of ''. */
export function moduleSteps(address: string): readonly ModuleStep[] {
  const steps: ModuleStep[] = [];
  const step = /\.?module\.([\w-]+)(\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?/y;
  for (let found = step.exec(address); found !== null; found = step.exec(address)) {
    const [text, name = '', index] = found;
    const end = found.index + text.length - (index?.length ?? 0);
    const key = index === undefined ? undefined : (JSON.parse(index.slice(1, -1)) as string | number);
    steps.push({ name, address: address.slice(0, end), ...(key === undefined ? {} : { key }) });
  }
  return steps;
}

/** `module.waf["a"].cloudflare_waf_group.sql[0]` */
export function joinAddress(moduleAddress: string, address: string, key?: string | number): string {
  const index = key === undefined ? '' : `[${JSON.stringify(key)}]`;
  return `${moduleAddress === '' ? '' : `${moduleAddress}.`}${address}${index}`;
}
