// Translates the TypeScript of pages and doc comments into Python: jsii-rosetta with the types of the constructs, then `layout.mjs`.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { buildAssembly } from '../assembly.mjs';
import { packageName } from '../names.mjs';
import { layOut, trailingMark } from './layout.mjs';
import { Visitor } from './visitor.mjs';

const { BatchSnippetTranslator, typeScriptSnippetFromCompleteSource } = createRequire(import.meta.url)(
  'jsii-rosetta',
);
const root = resolve(import.meta.dirname, '../../..');
/** How TypeScript imports the constructs, and what the jsii module of the same host is called. */
const entry = 'cdktf-edge-platform/cdktn';
const moduleName = packageName('cdktn');

/**
 * The Python of each snippet, by the snippet. Needs a build. Throws what does not compile, or has no translation.
 *
 * @param snippets - `{ code, place }`: TypeScript, and what an error calls it
 */
export function toPython(snippets) {
  const module = buildAssembly('cdktn');
  const names = exportedNames(module);
  const given = snippets.map(({ code, place }, index) =>
    typeScriptSnippetFromCompleteSource(
      isProgram(code)
        ? inModule(withCommentsAbove(code))
        : inConstructor(inModule(withCommentsAbove(code)), names),
      { api: { api: 'file', fileName: `${place} ${index}` } },
      false,
    ),
  );
  const translated = inProject(module, (compilationDirectory) =>
    [...new BatchSnippetTranslator(given, { compilationDirectory, includeCompilerDiagnostics: true })].map(
      ([, translator]) => pythonOf(translator),
    ),
  );
  const faults = translated.flatMap(({ problems }, index) =>
    problems.map((problem) => `${snippets[index].place}: ${problem}\n${snippets[index].code}`),
  );
  if (faults.length > 0) throw new Error(`Cannot translate to Python:\n${faults.join('\n')}`);
  return new Map(snippets.map(({ code }, index) => [code, translated[index].python]));
}

/** A snippet that runs as it is. All others are parts of a constructor. */
export function isProgram(code) {
  return /^import .*'cdktn';$/m.test(code);
}

/** The code with the import of the jsii module, whose types are those of the entry. */
function inModule(code) {
  return code.replaceAll(`'${entry}'`, `'${moduleName}'`);
}

function pythonOf(translator) {
  const visitor = new Visitor();
  const code = translator.renderUsing(visitor);
  const problems = translator.diagnostics
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    // The visitor translates it.
    .filter((message) => !message.startsWith('Use of SpreadAssignment'));
  return { python: layOut(withImports(code, [...visitor.structs])), problems };
}

/** With the structs among the imported names. */
function withImports(code, structs) {
  return code.replace(/^(from cdktn_edge_platform import )(.*)$/m, (_, head, names) => {
    const all = [...new Set([...names.split(', '), ...structs])].sort();
    return head + all.join(', ');
  });
}

/** A part of a constructor, with what stands around it. The marks hide that from the translation. */
function inConstructor(code, names) {
  const [, imports, body] = /^((?:import .*\n)*)\n*([^]*)$/.exec(code);
  const used = [...names].filter(
    (name) => new RegExp(`\\b${name}\\b`).test(body) && !new RegExp(`\\b${name}\\b`).test(imports),
  );
  return `/// !hide
import { TerraformOutput, TerraformStack, TerraformVariable } from 'cdktn';
import { ${[...new Set([...used, ...surroundings.types])].join(', ')} } from '${moduleName}';
import type { Construct } from 'constructs';
/// !show
${imports}/// !hide
${surroundings.code}
class Example extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
/// !show
${imports && '\n'}${body}
/// !hide
  }
}
`;
}

/** What a snippet may use without a declaration. */
const surroundings = {
  types: [
    'CustomFieldsRuleset',
    'LogpushJob',
    'LogpushJobProps',
    'PoolNotificationPolicy',
    'SecretVariable',
    'WafMigration',
  ],
  code: `declare const stack: TerraformStack;
declare const [zoneId, accountId]: string[];
declare const fields: CustomFieldsRuleset;
declare const job: LogpushJob;
declare const policy: PoolNotificationPolicy;
declare const migration: WafMigration;
declare const [token, challenge]: SecretVariable[];
declare const [props, policyProps]: any[];
type LogFieldName = NonNullable<LogpushJobProps['fields']>[number];`,
};

/**
 * jsii-rosetta keeps the comments before a node and drops those behind the last one. So each comment at the end of a line moves above
 * it, with a mark by which the layout finds it.
 */
function withCommentsAbove(code) {
  const source = ts.createSourceFile('snippet.ts', code, ts.ScriptTarget.Latest, true);
  const edits = [];
  const visit = (node) => {
    if (ts.isStatement(node) || ts.isObjectLiteralElement(node) || isElement(node)) {
      const end = code[node.getEnd()] === ',' ? node.getEnd() + 1 : node.getEnd();
      const [comment] = ts.getTrailingCommentRanges(code, end) ?? [];
      if (comment && !edits.some(({ pos }) => pos === comment.pos)) {
        const text = code.slice(comment.pos, comment.end).replace(/^\/\/ */, '');
        edits.push({ pos: comment.pos, end: comment.end, text: '' });
        edits.push({ pos: node.getStart(), end: node.getStart(), text: `// ${trailingMark} ${text}\n` });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return edits
    .sort((one, other) => other.pos - one.pos)
    .reduce((so, { pos, end, text }) => so.slice(0, pos) + text + so.slice(end), code);
}

const isElement = (node) => node.parent !== undefined && ts.isArrayLiteralExpression(node.parent);

function exportedNames(module) {
  const { types } = JSON.parse(readFileSync(join(module, '.jsii'), 'utf8'));
  return Object.values(types).map(({ name }) => name);
}

/** Calls with a folder in which snippets are compiled as those of a user. */
function inProject(module, use) {
  const folder = mkdtempSync(join(dirname(module), '.snippets-'));
  try {
    // Without it, the name of the package would lead to dist/ of this checkout.
    writeFileSync(join(folder, 'package.json'), '{}');
    const modules = join(folder, 'node_modules');
    mkdirSync(modules);
    for (const name of ['cdktn', 'constructs', '@types'])
      symlinkSync(join(root, 'node_modules', name), join(modules, name), 'dir');
    symlinkSync(module, join(modules, moduleName), 'dir');
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
