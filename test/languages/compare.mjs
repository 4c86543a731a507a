// What the apps of two languages have in common: code on pages, and what they synthesize, as a map from file to content.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './places.mjs';

/** The first block of code of a language on a page. */
export function blockOf(page, fence) {
  const text = readFileSync(join(root, page), 'utf8');
  const [, code] = new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, 'ms').exec(text) ?? [];
  if (code === undefined) throw new Error(`${page} has no block ${fence}`);
  return code;
}

/** The files of a stack. Left out is what names the folder of the app, and the name and version of the host. */
export function readStack(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return new Map(
    files
      .map((each) => join(each.parentPath, each.name))
      .map((file) => [relative(folder, file).split(sep).join('/'), contentOf(file)])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** The files that differ, each with the first difference where it is text. */
export function differences(expected, actual) {
  return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((name) => {
    const [before, after] = [expected.get(name), actual.get(name)];
    if (before === after) return [];
    if (before === undefined) return [`${name} is not expected`];
    if (after === undefined) return [`${name} is missing`];
    return [`${name} differs${firstDifference(before.split('\n'), after.split('\n'))}`];
  });
}

function firstDifference(before, after) {
  const line = before.findIndex((text, index) => text !== after[index]);
  return ` in line ${line + 1}: ${(after[line] ?? '').trim()} instead of ${(before[line] ?? '').trim()}`;
}

function contentOf(file) {
  const content = readFileSync(file, 'latin1');
  if (!file.endsWith('cdk.tf.json')) return content;
  const stack = JSON.parse(content);
  delete stack['//'].metadata.version;
  delete stack.terraform.backend;
  return JSON.stringify(stack, null, 2);
}
