import { messageOf } from '../../ground/words';
import { readDocument, type DocumentForm } from '../../schema/document';
import { formatDocument } from '../document';
import { readTextFile, replaceFile, textIfThere } from '../files';
import { Checkpoint } from './checkpoint';

/** `Read from 2026-01-05T08:12:03.120Z to 2026-01-05T08:27:40.981Z.`: what a survey says is of these times. */
export function describeReading(times: readonly (string | undefined)[]): string[] {
  const known = times.filter((time) => time !== undefined).sort();
  const [first, last] = [known[0], known.at(-1)];
  return first === undefined || last === undefined ? [] : [`Read from ${first} to ${last}.`];
}

interface SurveyFormat<Survey> extends Pick<DocumentForm<Survey>, 'shape' | 'check'> {
  /** The command that writes it: `waf survey`. */
  readonly command: string;
  /** Levels of the lists whose objects have a line each. */
  readonly depth: number;
}

/** The files of `--out` of one kind of survey, which other commands read with `--from`. */
export class SurveyFile<Survey extends object, Row> {
  constructor(private readonly format: SurveyFormat<Survey>) {}

  get depth(): number {
    return this.format.depth;
  }

  /** @throws an Error for a file that is no survey, or has a fault: somebody may have edited it */
  async read(path: string): Promise<Survey> {
    const { command } = this.format;
    let text;
    try {
      text = await readTextFile(path);
    } catch (error) {
      throw new Error(`${messageOf(error)} "edge-platform ${command} --out" writes it.`, {
        cause: error,
      });
    }
    return this.#parse(text, path);
  }

  /**
   * Makes a survey, and saves it where there is a path. What an interrupted run has read is kept beside the file until a run has
   * ended: the next one reads everything, so that no survey has rows of one before it. An earlier survey is replaced, and nothing else.
   *
   * @throws an Error for another file
   */
  async write(
    path: string | undefined,
    baseUrl: string,
    make: (checkpoint?: Checkpoint<Row>) => Promise<Survey>,
  ): Promise<Survey> {
    if (path === undefined) return make();
    await this.#check(path);
    const checkpoint = new Checkpoint<Row>(`${path}.checkpoint`, `${this.format.command} 1 ${baseUrl}`);
    const survey = await make(checkpoint);
    await replaceFile(path, formatDocument(survey, this.depth));
    await checkpoint.remove();
    return survey;
  }

  async #check(path: string): Promise<void> {
    const text = await textIfThere(path);
    try {
      if (text !== undefined) this.#parse(text, path);
    } catch (error) {
      throw new Error(
        `--out: ${path} exists and is no survey, so it is not overwritten. Name another file.`,
        { cause: error },
      );
    }
  }

  #parse(text: string, path: string): Survey {
    const { command, shape, check } = this.format;
    const form = {
      shape,
      rule: `a survey of this version, as "edge-platform ${command} --out" writes one`,
      isKind: ({ version, surveyed_at: at }: Readonly<Record<string, unknown>>) =>
        version === 1 && typeof at === 'string',
      ...(check && { check }),
    };
    return readDocument(form, text, path);
  }
}
