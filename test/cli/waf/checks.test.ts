import { checkObserved, type CheckedObservation } from '../../../lib/cli/waf/check';
import { checksOf } from '../../../lib/cli/waf/checks';
import { renderCsv } from '../../../lib/cli/report/csv';
import { renderText } from '../../../lib/cli/report/text';
import { reportChecks, tableOfChecks } from '../../../lib/cli/waf/checks-report';
import type { FailedZone } from '../../../lib/cli/waf/zone-state';
import { execute, managedRule, skip } from '../../waf/rules';
import { managed, override, zone } from '../../waf/zones';

const status = (migration_state: string) => ({
  migration_state,
  old_waf_status: 'disabled',
  new_waf_status: 'enabled',
});
const hex = (at: number) => String(at).padStart(32, '0');
const read = (at: number, changes: Partial<CheckedObservation>) =>
  checkObserved({ zoneId: hex(at), status: status('complete'), ...changes }, `zone-${at}.example`);
const failed: FailedZone = { zone_id: hex(9), code: 'EDGE_PERMISSION', error: 'denied, with details' };

const migrated = read(1, { entryPoint: { rules: [managedRule] } });
const unprotected = read(2, { entryPoint: { rules: [skip('true'), managedRule] } });
const logging = read(3, { entryPoint: { rules: [execute(managed, { action: 'log' })] } });
const blocked = read(4, {
  status: status('start'),
  previous: { waf: zone({ overrides: [override('o')] }), isCompatible: false },
});
const refused = read(5, {
  status: status('start'),
  previous: { waf: zone(), isCompatible: false },
});
const ready = read(6, { status: status('start'), previous: { waf: zone(), isCompatible: true } });
const validating = read(7, {
  status: status('validation'),
  previous: { waf: zone(), isCompatible: true },
  entryPoint: { rules: [managedRule] },
});
const all = [migrated, logging, failed, blocked, refused, ready, unprotected, validating];

describe('the checks of zones', () => {
  it('begin with the numbers of verdicts, and show the worst zones first', () => {
    expect(renderText(reportChecks(checksOf(all)), { width: 100 })).toBe(
      `8 zones: 1 not readable, 1 not protected, 2 cannot migrate, 1 can migrate, 1 in validation mode, 2
migrated.

ZONE                                             VERDICT         FINDINGS
zone-2.example ${hex(2)}  not protected   waf.skip_all
${hex(9)}                 not readable    EDGE_PERMISSION
zone-4.example ${hex(4)}  cannot migrate  uri-override (1)
zone-5.example ${hex(5)}  cannot migrate  not compatible, for an unknown
                                                                 reason
zone-3.example ${hex(3)}  migrated        waf.only_logs

3 zones need no attention: see --all.

Check a zone alone for details and fixes.
`,
    );
  });

  it('show at most 30 zones, unless all are asked for', () => {
    const zones = Array.from({ length: 300 }, (_, at) => read(at, { entryPoint: { rules: [] } }));
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
      '2 zones: 1 can migrate, 1 migrated.\n\n2 zones need no attention: see --all.\n',
    );
  });

  it('have the whole finding or error in CSV', () => {
    const rows = renderCsv(tableOfChecks(checksOf([unprotected, failed, blocked]))).split('\r\n');
    expect(rows.slice(1)).toEqual([
      `${hex(2)},zone-2.example,yes,not protected,complete,disabled,enabled,,1 skip rule exempting all requests from every managed ruleset: skip all managed rules`,
      `${hex(9)},,yes,not readable,,,,,"denied, with details"`,
      `${hex(4)},zone-4.example,yes,cannot migrate,start,disabled,enabled,,uri-override (1)`,
      '',
    ]);
  });
});
