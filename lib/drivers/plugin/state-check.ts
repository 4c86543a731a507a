import { diagnosticKinds, findings } from '../../ground/findings';
import { listSome, plural } from '../../ground/words';
import { warningAt, type Diagnostic } from '../../schema';

/** An object of the state that the API does not know. */
interface Missing {
  /** The object for people: its type, its ID, its zone or account. */
  readonly name: string;
  /** The address of the API at which it was written or read last; undefined if nobody has noted it. */
  readonly api: string | undefined;
}

const { warning } = diagnosticKinds<{ readonly api: string }>();

const otherApi = warning<{ objects: readonly string[]; madeAt?: string }>({
  meaning:
    'an object of the state does not exist, and was written or read last at another `base_url`; or the state has several objects, ' +
    'and none of them exists',
  headline: 'State of another API, or of a reset emulator',
  detail: ({ objects, madeAt }, { api }) => {
    const list = listSome(objects, 3);
    const rule = 'A state belongs to the API that its objects were made at.';
    const evidence =
      madeAt === undefined
        ? `None of the ${plural(objects.length, 'object')} of this state that were read so far exists at ${api}: ${list}. ${rule}`
        : `${list}: last seen at ${madeAt}, and unknown at ${api}. ${rule}`;
    return [
      evidence,
      'If the API is the wrong one, correct `EDGE_BASE_URL` or `base_url`. If it is an emulator that has lost its objects, run ' +
        '`terraform state pull > state.json` and start it with `edge-platform emulator --from-state state.json`. If the objects were ' +
        'deleted, apply this plan, which creates them again.',
    ];
  },
});

/** The findings about the API from all objects of a state together. */
export const stateFindings = findings('state', { other_api: otherApi });

/** Whether a state is that of the API. Somebody may have deleted one object; if all are missing, or the address differs, it is rather another API. */
export class StateCheck {
  #found = 0;
  readonly #missing: Missing[] = [];

  addFound(): void {
    this.#found += 1;
  }

  addMissing(object: Missing): void {
    this.#missing.push(object);
  }

  /** @param api - the address that objects are read at; undefined for a service without one */
  describe(api: string | undefined): readonly Diagnostic[] {
    if (api === undefined) return [];
    const elsewhere = this.#missing.filter((each) => each.api !== undefined && each.api !== api);
    const [first] = elsewhere;
    const isAll = this.#found === 0 && this.#missing.length > 1;
    if (first === undefined && !isAll) return [];
    const objects = (first === undefined ? this.#missing : elsewhere).map(({ name }) => name);
    const found = {
      severity: 'warning',
      objects,
      ...(first?.api !== undefined && { madeAt: first.api }),
    } as const;
    const { headline, detail } = otherApi.describe(found, { api });
    return [warningAt([], headline, detail)];
  }
}
