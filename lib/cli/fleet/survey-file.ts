import { readFile } from 'node:fs/promises';
import { messageOf } from '../../ground/words';
import { asFields } from '../../resources/narrow';
import { replaceFile } from '../replace-file';
import { unlessMissing } from '../unless-missing';
import { Checkpoint } from './checkpoint';

/** How a kind of survey is saved. */
interface SurveyFormat<Survey> {
  /** The command that writes it: `waf survey`. */
  readonly command: string;
  readonly print: (survey: Survey) => string;
  /** Whether a document with a version and a time has the lists that other commands read. */
  readonly isSurvey: (document: Readonly<Record<string, unknown>>) => boolean;
}

/** The files of `--out` of one kind of survey, which other commands read with `--from`. */
export class SurveyFile<Survey, Row> {
  readonly #format: SurveyFormat<Survey>;

  constructor(format: SurveyFormat<Survey>) {
    this.#format = format;
  }

  /** @throws an Error for a file that is no survey */
  async read(path: string): Promise<Survey> {
    const { command } = this.#format;
    let text;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      const reason = messageOf(error);
      throw new Error(`cannot read ${path}: ${reason}. "edge-platform ${command} --out" writes it.`, {
        cause: error,
      });
    }
    const survey = this.#parse(text);
    if (survey === undefined)
      throw new Error(`${path} is no survey of this version. "edge-platform ${command} --out" writes one.`);
    return survey;
  }

  /**
   * Makes a survey and saves it. What an interrupted run has read is kept beside the file, and so is what a run with failures has
   * read: the next one reads only the rest. An earlier survey is replaced, and nothing else.
   *
   * @throws an Error for another file
   */
  async write(
    path: string,
    baseUrl: string,
    make: (checkpoint: Checkpoint<Row>) => Promise<Survey>,
    isComplete: (survey: Survey) => boolean,
  ): Promise<Survey> {
    await this.#check(path);
    const checkpoint = new Checkpoint<Row>(`${path}.checkpoint`, `${this.#format.command} 1 ${baseUrl}`);
    const survey = await make(checkpoint);
    await replaceFile(path, this.#format.print(survey));
    if (isComplete(survey)) await checkpoint.remove();
    return survey;
  }

  async #check(path: string): Promise<void> {
    const text = await unlessMissing(() => readFile(path, 'utf8'));
    if (text !== undefined && this.#parse(text) === undefined)
      throw new Error(`--out: ${path} exists and is no survey, so it is not overwritten. Name another file.`);
  }

  #parse(text: string): Survey | undefined {
    let document: unknown;
    try {
      document = JSON.parse(text.replace(/^\u{feff}/u, ''));
    } catch {
      return undefined;
    }
    const fields = asFields(document) ?? {};
    const isSurvey = fields.version === 1 && typeof fields.surveyed_at === 'string';
    return isSurvey && this.#format.isSurvey(fields) ? (document as Survey) : undefined;
  }
}
