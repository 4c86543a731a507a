/** `main.ts` of a project: the same for all fleets, since the zones are data. */
export const mainCode = `import { App, DataResource, TerraformLocal, TerraformStack } from 'cdktf';
import { EdgeProvider, OnIneligible, WafMigration, WafMigrationTarget } from 'cdktf-edge-platform';
import type { Construct } from 'constructs';
import { settings } from './settings';
import { closedBecause, waves, zonesToMigrate, type Wave, type WaveZone } from './waves';

/** The zones of one wave: \`cdktf deploy <name of the wave>\` migrates them. */
class WaveStack extends TerraformStack {
  constructor(scope: Construct, wave: Wave) {
    super(scope, wave.name);
    new EdgeProvider(this, 'edge');

    // The plan of a closed wave fails before anything is changed. A condition has to refer to something.
    const closed = closedBecause(wave);
    const isOpen = new TerraformLocal(this, 'is_open', closed === undefined);
    const gate = new DataResource(this, 'gate', {
      lifecycle: { precondition: [{ condition: isOpen.expression, errorMessage: closed ?? 'Closed.' }] },
    });

    // Without your acknowledgement there is nothing to migrate.
    if (!wave.acknowledged) return;
    for (const zone of zonesToMigrate(wave, wave.target))
      new WafMigration(this, idOf(zone, wave), {
        zoneId: zone.id,
        target: wave.target === 'validation' ? WafMigrationTarget.VALIDATION : WafMigrationTarget.COMPLETE,
        acknowledgeIrreversible: wave.acknowledged,
        // A zone that has become ineligible stays as it is, and the others are migrated.
        onIneligible: OnIneligible.SKIP,
        dependsOn: [gate],
        ...settings[zone.id],
      });
  }
}

/** The name of a zone, unless the wave has zones of different accounts with the same name. */
function idOf({ id, name }: WaveZone, { zones }: Wave): string {
  return name === '' || zones.filter((zone) => zone.name === name).length > 1 ? id : name;
}

const app = new App();
for (const wave of waves) new WaveStack(app, wave);
app.synth();
`;

/** `waves.ts` of a project. It decides what `findClosure` decides. */
export const wavesCode = `import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Zones that are migrated together. */
export interface Wave {
  /** The name of the stack. */
  readonly name: string;
  /** Set it to true in \`waves.json\` to migrate the zones: it cannot be undone. */
  readonly acknowledged: boolean;
  /** Whether Enterprise zones go through validation mode first. */
  readonly validates: boolean;
  readonly target: 'validation' | 'complete';
  readonly zones: readonly WaveZone[];
}

export interface WaveZone {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
}

/** What \`edge-platform waf review --wave\` has recorded. */
interface Gate {
  readonly wave: string;
  readonly target: string;
  readonly passed: boolean;
  readonly zones: readonly string[];
}

/** In the order of their deployment. */
export const { waves } = read<{ readonly waves: readonly Wave[] }>('waves.json');

const { gates } = read<{ readonly gates: readonly Gate[] }>('gates.json');

/** Why a wave must not be deployed yet; undefined if it may. */
export function closedBecause(wave: Wave): string | undefined {
  const before = waves[waves.indexOf(wave) - 1];
  if (before !== undefined && !hasPassed(before, 'complete')) return notPassed(before.name, 'complete');
  if (wave.validates && wave.target === 'complete' && !hasPassed(wave, 'validation'))
    return notPassed(wave.name, 'validation');
  if (wave.acknowledged) return undefined;
  return \`The migration of \${wave.name} cannot be undone. To confirm it, set "acknowledged" of \${wave.name} to true in waves.json.\`;
}

/** Only Enterprise zones have validation mode: the others wait for \`"target": "complete"\`. */
export function zonesToMigrate({ zones }: Wave, target: Wave['target']): readonly WaveZone[] {
  return target === 'complete' ? zones : zones.filter(({ plan }) => plan === 'enterprise');
}

/** A review counts if it was about every zone that the wave has now. */
function hasPassed(wave: Wave, target: Wave['target']): boolean {
  const gate = gates.find((each) => each.wave === wave.name && each.target === target);
  return gate?.passed === true && zonesToMigrate(wave, target).every(({ id }) => gate.zones.includes(id));
}

function notPassed(wave: string, target: string): string {
  return \`The review of \${wave} for "\${target}" has not passed. Deploy \${wave}, then run: npx edge-platform waf review --wave \${wave}\`;
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(join(__dirname, file), 'utf8')) as T;
}
`;

/** `settings.ts` of a project, for its users to edit. */
export const settingsCode = `import type { WafMigrationProps } from 'cdktf-edge-platform';

/**
 * Settings of single zones, by zone id. \`npx edge-platform waf report --zone <id>\` prints what replaces the configuration
 * that does not carry over.
 */
export const settings: Readonly<Record<string, Partial<WafMigrationProps>>> = {
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
3. Deploy it: \`npx cdktf deploy canary\`, then \`wave-1\` and so on. Your approval of the plan is the second confirmation: read \`changes\`
   of each zone.
4. Review it: \`npx edge-platform waf review --wave canary\`. It checks every zone of the wave in the API, and records the result in
   \`gates.json\`.
5. Commit \`waves.json\`, \`gates.json\` and \`STATUS.md\`.

The plan of a wave fails, and changes nothing, until the wave before it has passed its review. A zone that has become ineligible is
skipped with a warning; the review then fails until you fix the zone, or accept it with \`--assert 'incomplete<=1'\`. You can interrupt a
deploy at any time, and deploy again.

## Validation mode

A wave with \`"validates": true\` takes its Enterprise zones to validation mode first, where both versions run. Review it with the events
of its zones, \`--assert 'newlyBlocked<=0' --events <file>\`, then set its \`"target"\` to \`"complete"\` and deploy it again.

## Files

| file                  | content                                                                               |
| --------------------- | ------------------------------------------------------------------------------------- |
| \`waves.json\`          | the zones of each wave: edit it to move zones between waves that are not deployed yet |
| \`gates.json\`          | the reviews, written by \`waf review --wave\`: a passed one lets the next wave go on    |
| \`settings.ts\`         | your settings of single zones                                                         |
| \`main.ts\`, \`waves.ts\` | the stacks, and what keeps a wave from being deployed                                 |
| \`STATUS.md\`           | written by \`waf waves status\`                                                         |

Run \`edge-platform waf survey\` and \`edge-platform waf waves\` again at any time: zones that can be migrated now get new waves, and nothing
else changes. The state is in local files; configure a backend in \`main.ts\` to share it.
`;
