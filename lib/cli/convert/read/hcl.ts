import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { messageOf } from '../../../ground/words';
import { tokenize } from '../../../hcl/tokens';
import { parseJson, withoutByteOrderMark, type JsonObject } from '../../../ground/json';

/** The functions of the parser, which is compiled from Go. */
interface Parser {
  readonly parse?: (
    file: string,
    text: string,
    answer: (error: string | null, json?: string) => void,
  ) => void;
}

interface GoProgram {
  readonly importObject: object;
  readonly run: (instance: object) => Promise<void>;
}

/** The types of Node.js do not declare it, and those of browsers would declare what Node.js does not have. */
declare const WebAssembly: {
  readonly instantiate: (bytes: Uint8Array, imports: object) => Promise<{ readonly instance: object }>;
};

let loading: Promise<Parser> | undefined;

/**
 * Parses HCL with HashiCorp's parser, `@cdktf/hcl2json`, which is loaded at the first call.
 *
 * @param file - for messages
 * @throws an Error with file, line and rule where the text is not HCL
 */
export async function parseHcl(file: string, text: string): Promise<JsonObject> {
  refuseDeep(file, text);
  loading ??= loadParser();
  const { parse } = await loading;
  return new Promise((resolve, reject) =>
    parse?.(file, withoutByteOrderMark(text), (error, json = '{}') => {
      if (error === null) resolve(parseJson(json) as JsonObject);
      else reject(new Error(describeError(error)));
    }),
  );
}

/** Too deep a text would end the parser, which then answers no more. */
function refuseDeep(file: string, text: string): void {
  try {
    tokenize(text);
  } catch (error) {
    throw new Error(`${file}: ${messageOf(error)}`, { cause: error });
  }
}

async function loadParser(): Promise<Parser> {
  // Without the package's own loader, which reads its file by a path that a bundle does not have.
  await import('@cdktf/hcl2json/wasm/wasm_exec.js');
  const scope = globalThis as unknown as {
    readonly Go: new () => GoProgram;
    __parse_terraform_config_wasm__?: Parser;
  };
  const parser: Parser = {};
  scope.__parse_terraform_config_wasm__ = parser;
  const go = new scope.Go();
  const { instance } = await WebAssembly.instantiate(gunzipSync(await readModule()), go.importObject);
  // Runs until the process ends, and has its functions ready at once.
  void go.run(instance);
  return parser;
}

/** The module is beside the command that is shipped. */
async function readModule(): Promise<Buffer> {
  const shipped = join(__dirname, 'hcl2json.wasm.gz');
  return readFile(existsSync(shipped) ? shipped : require.resolve('@cdktf/hcl2json/main.wasm.gz'));
}

/** `parse config: [waf.tf:12,3-4: Invalid expression; Expected …]`, where several are separated by a comma. */
function describeError(error: string): string {
  const [, list = error] = /^parse config: \[(.*)\]$/s.exec(error) ?? [];
  return list.replace(
    /:(\d+),\d+-(?:\d+,)?\d+: ([^;]*); /g,
    (_, line: string, rule: string) => `:${line}: ${rule}. `,
  );
}
