const { transformSync } = require('esbuild');

/** Compiles one file for jest without its types: `npm run typecheck` checks those. */
module.exports = {
  process(source, path) {
    return transformSync(source, {
      loader: 'ts',
      format: 'cjs',
      target: 'node20',
      // Jest's modules know no native import().
      supported: { 'dynamic-import': false },
      sourcefile: path,
      sourcemap: 'inline',
    });
  },
};
