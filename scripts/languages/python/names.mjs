// jsii-pacmak translates the names of members, and not those in the texts of docstrings.

/** The members of a jsii module whose name is another one in Python. */
export function namesOf({ types }) {
  const members = Object.values(types).flatMap(({ methods = [], properties = [] }) => [
    ...methods,
    ...properties,
  ]);
  return new Set(members.map(({ name }) => name).filter((name) => /^[a-z].*[A-Z]/.test(name)));
}

/** The generated code, with these names as Python has them in the code spans of its docstrings. */
export function withPythonNames(code, names) {
  return code.replaceAll(/``[^`\n]+``/g, (span) =>
    span.replaceAll(/\b[a-z]\w*/g, (word) => (names.has(word) ? snakeCase(word) : word)),
  );
}

const snakeCase = (name) => name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
