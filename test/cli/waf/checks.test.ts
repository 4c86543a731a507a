import { checkZone } from '../../../lib/cli/waf/check';
import { checksOf } from '../../../lib/cli/waf/checks';
import { renderCsv } from '../../../lib/cli/report/csv';
import { renderText } from '../../../lib/cli/report/text';
import { reportChecks, tableOfChecks } from '../../../lib/cli/waf/checks-report';
import type { FailedZone } from '../../../lib/cli/waf/verdict';
import type { Observation } from '../../../lib/resources/waf-migration/observe';
import { toMigrationConfiguration, type PreviousWaf, type WrittenRule } from '../../../lib/waf';
import { execute, managedRule, skip } from '../../waf/rules';
import { managed, override, zone } from '../../waf/zones';

const status = (migration_state: string) => ({
  migration_state,
  old_waf_status: migration_state === 'complete' ? 'disabled' : 'enabled',
  new_waf_status: migration_state === 'start' ? 'disabled' : 'enabled',
  ...{ source: 'zone', created: '' },
});
const hex = (at: number) => String(at).padStart(32, '0');
interface Seen {
  readonly state?: string;
  readonly rules?: readonly WrittenRule[];
  /** With the answer of the check of the service. */
  readonly previous?: readonly [PreviousWaf, boolean];
}
const read = (at: number, { state = 'complete', rules = [], previous }: Seen) => {
  const [waf, isCompatible] = previous ?? [];
  const [deployed, equivalent] = [rules, waf === undefined ? [] : toMigrationConfiguration(waf).rules].map(
    (each) => ({ id: '', name: 'default', rules: each.map((rule) => ({ ...rule })) }),
  );
  const seen = {
    ...{ zoneId: hex(at), zone: undefined, status: status(state), entryPoint: deployed },
    previous: waf && { waf, isCompatible, equivalent: isCompatible === true ? equivalent : undefined },
  };
  return checkZone(seen as Observation, `zone-${at}.example`);
};
const failed: FailedZone = { zone_id: hex(9), code: 'EDGE_PERMISSION', error: 'denied, with details' };

const migrated = read(1, { rules: [managedRule] });
const unprotected = read(2, { rules: [skip('true'), managedRule] });
const logging = read(3, { rules: [execute(managed, { action: 'log' })] });
const blocked = read(4, { state: 'start', previous: [zone({ overrides: [override('o')] }), false] });
const refused = read(5, { state: 'start', previous: [zone(), false] });
const ready = read(6, { state: 'start', previous: [zone(), true] });
const validating = read(7, { state: 'validation', previous: [zone(), true], rules: [managedRule] });
const all = [migrated, logging, failed, blocked, refused, ready, unprotected, validating];

describe('the checks of zones', () => {
  it('begin with the numbers of verdicts, and show the worst zones first', () => {
    expect(renderText(reportChecks(checksOf(all)), { width: 100 })).toBe(
      `8 zones: 1 not readable, 1 not protected, 2 ineligible, 1 eligible, 1 in validation mode, 2
migrated.

ZONE                                             VERDICT        FINDINGS
zone-2.example ${hex(2)}  not protected  waf.skip_all
${hex(9)}                 not readable   EDGE_PERMISSION
zone-4.example ${hex(4)}  ineligible     uri-override (1)
zone-5.example ${hex(5)}  ineligible     unknown-reason
zone-3.example ${hex(3)}  migrated       waf.only_logs

3 zones need no attention: see --all.

Check a zone alone for details and fixes.
`,
    );
  });

  it('show at most 30 zones, unless all are asked for', () => {
    const zones = Array.from({ length: 300 }, (_, at) => read(at, {}));
    const text = renderText(reportChecks(checksOf(zones)));
    expect(text.match(/zone-\d+\.example/g)).toHaveLength(30);
    expect(text.split('\n').length).toBeLessThan(75);
    expect(text).toContain('270 more: see --all or --csv.\n');
    expect(
      renderText(reportChecks(checksOf(zones), true), { all: true }).match(/zone-\d+\.example/g),
    ).toHaveLength(300);
  });

  it('are only a summary if no zone needs attention', () => {
    expect(renderText(reportChecks(checksOf([migrated, ready])))).toBe(
      '2 zones: 1 eligible, 1 migrated.\n\n2 zones need no attention: see --all.\n',
    );
  });

  it('have the whole finding or error in CSV', () => {
    const rows = renderCsv(tableOfChecks(checksOf([unprotected, failed, blocked]))).split('\r\n');
    expect(rows.slice(1)).toEqual([
      `${hex(2)},zone-2.example,yes,not protected,complete,disabled,enabled,,1 skip rule exempting all requests from every managed ruleset: skip all managed rules.`,
      `${hex(9)},,yes,not readable,,,,,"denied, with details"`,
      `${hex(4)},zone-4.example,yes,ineligible,start,enabled,disabled,,"A zone with URI-based WAF overrides, paused or not, cannot migrate. This zone has some: o."`,
      '',
    ]);
  });
});
