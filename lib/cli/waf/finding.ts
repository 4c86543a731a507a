import { describeFinding, type TextLimits, type WafFinding } from '../../waf';

/** A finding with its text, as `--json` prints it. */
export type ReportedFinding = WafFinding & { readonly text: string };

export function reportFinding(finding: WafFinding, limits: TextLimits): ReportedFinding {
  return { ...finding, text: describeFinding(finding, limits) };
}
