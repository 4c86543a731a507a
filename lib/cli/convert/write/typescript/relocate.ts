import { posix } from 'node:path';
import { rewriteWritten, splitTemplate } from '../../source/expressions';
import { isWrittenList, isWrittenObject, type Written } from '../../template';

/** Where the folder of a stack finds the project: `cdktf.out/stacks/<stack>` is three folders below it. */
const toProject = '../../..';

/** The folder of the project that has the modules and the other files of the old configuration. */
export const terraformFolder = 'terraform';

/** From the folder of a stack. */
export const pathToFiles = `${toProject}/${terraformFolder}`;

/** The local that stands for the old folder. */
export const folderLocal = 'terraform_folder';

/** Changes what depends on the folder of the configuration: `path.module`, `path.root`, and files named in functions. */
export function relocate(written: Written): Written {
  const rewritten = rewriteWritten(written, ({ root, steps }) =>
    root === 'path' && (steps[0]?.text === '.module' || steps[0]?.text === '.root')
      ? `local.${folderLocal}`
      : undefined,
  );
  return mapTexts(rewritten, relocateFiles);
}

/** Whether a value refers to the local. */
export function usesFolder(written: Written): boolean {
  let isUsed = false;
  mapTexts(written, (text) => {
    isUsed ||= text.includes(`local.${folderLocal}`);
    return text;
  });
  return isUsed;
}

/** The `source` of a module call. A folder beside the old one is expected beside the project. */
export function relocateSource(source: string): string {
  if (!/^\.\.?(?:\/|$)/.test(source)) return source;
  const path = posix.normalize(source);
  return path.startsWith('..') ? `${toProject}/${path}` : posix.join(pathToFiles, path);
}

/** A relative path in a function begins in the working directory, which was the old folder. */
const fileFunctions =
  /\b((?:file|fileexists|filebase64|filemd5|filesha1|filesha256|filesha512|filebase64sha256|filebase64sha512|fileset|templatefile)\(\s*")(?![/~$]|[A-Za-z]:)(?:\.\/)?/g;

function relocateFiles(template: string): string {
  if (!template.includes('file')) return template;
  return splitTemplate(template)
    .map(({ kind, text }) => {
      if (kind === 'text') return text;
      const moved = text.replace(fileFunctions, `$1\${local.${folderLocal}}/`);
      return `${kind === 'expression' ? '$' : '%'}{${moved}}`;
    })
    .join('');
}

function mapTexts(written: Written, change: (text: string) => string): Written {
  if (typeof written === 'string') return change(written);
  if (isWrittenList(written)) return written.map((each) => mapTexts(each, change));
  if (!isWrittenObject(written)) return written;
  return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, mapTexts(value, change)]));
}
