// The `@example` of doc comments in Python, as jsii-pacmak takes it for docstrings: a tablet of jsii-rosetta.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { toPython } from './translate.mjs';

const { LanguageTablet, TargetLanguage, TranslatedSnippet, typeScriptSnippetFromVisibleSource } =
  createRequire(import.meta.url)('jsii-rosetta');

/** Writes the tablet of a jsii module. */
export async function writeTablet(module, file) {
  const { types } = JSON.parse(readFileSync(join(module, '.jsii'), 'utf8'));
  const examples = Object.values(types).flatMap(examplesOf);
  const python = toPython(
    examples.map(({ code, api }) => ({ code, place: [api.fqn, api.memberName].join('.') })),
  );
  const tablet = new LanguageTablet();
  for (const { code, api } of examples) {
    const original = typeScriptSnippetFromVisibleSource(code, { api, field: { field: 'example' } }, false);
    const translated = TranslatedSnippet.fromTypeScript(original, true);
    // jsii-pacmak writes it into a string as it is.
    const text = python.get(code).trimEnd().replaceAll('\\', '\\\\');
    translated.addTranslation(TargetLanguage.PYTHON, text, '1');
    tablet.addSnippets(translated);
  }
  await tablet.save(file);
}

/** The examples of a type and its members. */
function examplesOf({ fqn, docs, methods = [], properties = [] }) {
  const places = [
    { api: { api: 'type', fqn }, docs },
    ...[...methods, ...properties].map((member) => ({
      api: { api: 'member', fqn, memberName: member.name },
      docs: member.docs,
    })),
  ];
  return places.flatMap((place) =>
    place.docs?.example === undefined ? [] : [{ api: place.api, code: place.docs.example }],
  );
}
