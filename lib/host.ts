import { own } from './ground/record';
import { codeOf } from './ground/words';

/** The package of the other host, what is imported for it, and the constructs that this one accepts. */
const others: Readonly<Record<string, readonly [name: string, from: string, constructs: string]>> = {
  cdktf: ['CDK Terrain (cdktn)', 'cdktf-edge-platform/cdktn', 'constructs'],
  cdktn: ['CDKTF (cdktf)', 'cdktf-edge-platform', "'constructs@<10.8'"],
};

/**
 * Loads the host before the constructs do: Node.js would name a package that nobody has imported, and no reason.
 *
 * @throws an Error that names the package that is missing, and the other entry of this package
 */
function loadHost(): void {
  try {
    // oxlint-disable-next-line typescript/no-require-imports -- an import cannot be caught
    require('cdktf');
  } catch (error) {
    const [, missing = ''] =
      /^Cannot find module '(cdktf|cdktn|constructs)'/.exec((error as Error).message) ?? [];
    const other = own(others, missing);
    if (codeOf(error) !== 'MODULE_NOT_FOUND' || missing === '') throw error;
    const fix =
      other === undefined
        ? `Run: npm install ${missing}`
        : `In a project of ${other[0]}, import them from '${other[1]}' instead. Otherwise run: npm install ${missing} ${other[2]}`;
    throw new Error(`The constructs need the package ${missing}, which is not installed here. ${fix}`, {
      cause: error,
    });
  }
}

loadHost();
