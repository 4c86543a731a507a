const { join } = require('node:path');
const { transformSync } = require('esbuild');

const examples = join(__dirname, '../../examples/');

/** Examples are written for cdktn. The sources import cdktf, and a suite decides which of the two that is. */
function withSourcesOfCdktf(source) {
  return source.replaceAll(/'(cdktf-edge-platform)\/cdktn'|'cdktn'/g, (_, own = 'cdktf') => `'${own}'`);
}

/** Compiles one file for jest without its types: `npm run typecheck` checks those. */
module.exports = {
  process(source, path) {
    const text = path.startsWith(examples) ? withSourcesOfCdktf(source) : source;
    return transformSync(text, {
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
