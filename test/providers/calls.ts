import type { CallRecord } from '../../lib/emulator';
import type { Service } from './service';

/** The calls since the last time that change something at the service, as text. The log is empty afterwards. */
export async function takeWrites({ emulator }: Service): Promise<readonly string[]> {
  const reply = await fetch(`${emulator.controlUrl}/calls`, { method: 'DELETE' });
  const calls = (await reply.json()) as readonly CallRecord[];
  return calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, query }) => {
      const short = path.replace('/client/v4', '');
      return `${method} ${query === '' ? short : `${short}?${query}`}`;
    });
}

/** What the migration itself needs: the configuration of the new WAF, and URL overrides that would prevent it. */
export function isOfMigration(call: string): boolean {
  return (
    /^PUT \/zones\/\w+\/rulesets\/phases\/http_request_firewall_managed\/entrypoint\?waf_migration=/.test(
      call,
    ) || /^DELETE \/zones\/\w+\/firewall\/waf\/overrides\/\w+$/.test(call)
  );
}

export function shapeOf(call: string): string {
  return call.replace(/\/(?:[0-9a-f]{32}|\d+)(?=\/|$)/g, '/*');
}
