const { transformSync } = require('esbuild');

/** Compiles one file for jest without its types: `npm run typecheck` checks those. */
module.exports = {
  process(source, path) {
    return transformSync(source, {
      loader: path.endsWith('x') ? 'tsx' : 'ts',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      format: 'cjs',
      target: 'node20',
      // Jest's modules know no native import().
      supported: { 'dynamic-import': false },
      sourcefile: path,
      sourcemap: 'inline',
    });
  },
};
