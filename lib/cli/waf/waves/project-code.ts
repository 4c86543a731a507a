import { hosts, type Host } from '../../project/host';

/** `main.ts` of a project: the same for all fleets, since the zones are data. */
export const mainCode = (
  host: Host,
) => `import { App, DataResource, TerraformLocal, TerraformStack } from '${host}';
import { EdgeProvider, OnIneligible, WafMigration, WafMigrationTarget } from '${hosts[host].constructs}';
import { readWaves, type WaveStack } from 'cdktf-edge-platform/waves';
import type { Construct } from 'constructs';
import { settings, type ZoneSettings } from './settings';

const targets = { validation: WafMigrationTarget.VALIDATION, complete: WafMigrationTarget.COMPLETE };

/** The zones of one wave: \`npm run deploy -- <name of the wave>\` migrates them. */
class Wave extends TerraformStack {
  constructor(scope: Construct, { name, closedBecause, target, acknowledged, zones }: WaveStack<ZoneSettings>) {
    super(scope, name);
    new EdgeProvider(this, 'edge');

    // The plan of a closed wave fails before anything is changed. A condition has to refer to something.
    const isOpen = new TerraformLocal(this, 'is_open', closedBecause === undefined);
    const gate = new DataResource(this, 'gate', {
      lifecycle: { precondition: [{ condition: isOpen.expression, errorMessage: closedBecause ?? 'Closed.' }] },
    });

    // Without your acknowledgement there is no zone.
    for (const zone of zones) {
      const migration = new WafMigration(this, zone.constructId, {
        // A zone that has become ineligible stays as it is, and the others are migrated.
        onIneligible: OnIneligible.SKIP,
        ...zone.settings,
        zoneId: zone.id,
        target: targets[target],
        acknowledgeIrreversible: acknowledged,
        dependsOn: [gate],
      });
      // Its migration has begun elsewhere. This has no effect on a zone that the state has.
      if (zone.isImported) migration.importFrom(zone.id);
    }
  }
}

const app = new App();
// A fault in waves.json or gates.json is an error here.
for (const wave of readWaves(__dirname, settings)) new Wave(app, wave);
app.synth();
`;

/** `settings.ts` of a project, for its users to edit. */
export const settingsCode = (
  host: Host,
) => `import type { WafMigrationProps } from '${hosts[host].constructs}';

/** What a wave does not decide for all of its zones. */
export type ZoneSettings = Partial<
  Omit<WafMigrationProps, 'zoneId' | 'zoneName' | 'target' | 'acknowledgeIrreversible' | 'dependsOn'>
>;

/**
 * Settings of single zones, by zone id. \`npx edge-platform waf report --zone <id>\` prints what replaces the configuration
 * that does not carry over.
 */
export const settings: Readonly<Record<string, ZoneSettings>> = {
  // '9a7806061c88ada191ed06f989cc3dac': { skipRules: [{ expression: 'http.host eq "hooks.example.com"' }] },
};
`;

/** `README.md` of a project. What changes is in `STATUS.md`. */
export const readmeText = `# WAF migration in waves

Each wave is a stack. **A migration cannot be undone**, so a wave is deployed only after you have confirmed it and the wave before it
has passed its review. [STATUS.md](STATUS.md) shows where every zone is, what is in the way of those that are left out, and the
next command.

\`\`\`sh
npm install
npx edge-platform waf waves status                 # writes STATUS.md from the API
\`\`\`

## A wave

1. Read what does not carry over: \`npx edge-platform waf report --zone <id>\`. Put what replaces it into \`settings.ts\`.
2. Confirm the wave: set its \`"acknowledged"\` to \`true\` in \`waves.json\`. This is the first confirmation.
3. Deploy it: \`npm run deploy -- canary\`, then \`wave-1\` and so on. Your approval of the plan is the second confirmation: read \`changes\`
   of each zone.
4. Review it: \`npx edge-platform waf review --wave canary\`. It checks every zone of the wave in the API, and records the result in
   \`gates.json\`.
5. Commit \`waves.json\`, \`gates.json\` and \`STATUS.md\`.

The plan of a wave fails, and changes nothing, until the wave before it has passed its review. A zone that has become ineligible is
skipped with a warning; the review then fails until you fix the zone, or accept it with \`--assert 'incomplete<=1'\`. You can interrupt a
deploy at any time, and deploy again.

The plan of a wave also fails for a zone that somebody has migrated, or put into validation mode, without this project: set
\`"import": true\` of the zone in \`waves.json\`. Its WAF stays as it is, but for your settings.

## Validation mode

A wave with \`"validates": true\` takes its Enterprise zones to validation mode first, where both versions run. Review it with the events
of its zones, \`--events <file>\`, then set its \`"target"\` to \`"complete"\` and deploy it again. The review passes if the new rules block
nothing more (\`newlyBlocked<=0\`), and if no evidence is missing: it fails for a zone without events, for events of unknown hosts and for
lines that cannot be read, unless you say how many you accept, as by \`--assert 'withoutEvents<=1' --assert 'unattributedEvents<=4'\`.

## Files

| file                  | content                                                                               |
| --------------------- | ------------------------------------------------------------------------------------- |
| \`waves.json\`          | the zones of each wave: edit it to move zones between waves that are not deployed yet |
| \`gates.json\`          | the reviews, written by \`waf review --wave\`: a passed one lets the next wave go on    |
| \`settings.ts\`         | your settings of single zones                                                         |
| \`main.ts\`             | a stack for each wave                                                                 |
| \`STATUS.md\`           | written by \`waf waves status\`                                                         |

Run \`edge-platform waf survey\` and \`edge-platform waf waves\` again at any time: zones that can be migrated now get new waves, and nothing
else changes. The state is in local files; configure a backend in \`main.ts\` to share it.
`;
