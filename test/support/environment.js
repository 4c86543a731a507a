const { chmodSync, mkdtempSync, readdirSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Jest compiles a module again for each test file. Here a process compiles it once, and it runs anew in the context of each file.
 * Modules have no native import(), so one compilation suits all contexts. A file that counts what V8 runs has `@compile-afresh` in its
 * first comment: code that was compiled before the counting has no counters.
 */
const scripts = new Map();
let compilesAfresh = false;
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) => {
  if (compilesAfresh) return compileFunction(code, parameters, options);
  const { filename, parsingContext } = options;
  const head = `(function (${parameters.join()}) {`;
  const source = `${head}${code}\n})`;
  if (scripts.get(filename)?.source !== source)
    scripts.set(filename, {
      source,
      script: new vm.Script(source, { filename, columnOffset: -head.length }),
    });
  return scripts.get(filename).script.runInContext(parsingContext);
};

/**
 * What stays in the temporary folder by design: the folders of tests (`folder.ts`), the output of `Testing.app()` of cdktf, the caches of tsx, jest and Yarn, and the
 * tickets of plans that are never applied.
 */
const staysByDesign =
  /^(test-|cdktf\.outdir\.|tsx-|jest_|v8-compile-cache-|cdktf-edge-platform-[0-9a-f-]{36}$)/;

/**
 * Gives each test file a temporary folder of its own, also in the processes that it starts, and removes it. A file fails for what the
 * package leaves in it. So do not runs of two clones disturb each other, and nothing stays behind.
 */
class EnvironmentWithTemporaryFolder extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.testFile = relative(config.globalConfig.rootDir, context.testPath);
    compilesAfresh = 'compile-afresh' in context.docblockPragmas;
  }

  async setup() {
    await super.setup();
    this.before = process.env.TMPDIR;
    this.folder = mkdtempSync(join(tmpdir(), 'edge-test-'));
    // Some tests start programs as another user.
    chmodSync(this.folder, 0o755);
    // Jest gives tests a copy of the environment, and node:os reads the original.
    for (const { env } of [process, this.global.process]) env.TMPDIR = this.folder;
  }

  handleTestEvent(event) {
    if (event.name === 'test_done' && event.test.errors.length > 0) this.hasFailed = true;
  }

  async teardown() {
    if (this.before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = this.before;
    await super.teardown();
    const left = readdirSync(this.folder).filter((name) => !staysByDesign.test(name));
    rmSync(this.folder, { recursive: true, force: true });
    // A test that fails may not come to remove what it has created: its own error says more.
    if (left.length > 0 && !this.hasFailed)
      throw new Error(
        `${this.testFile} leaves in the temporary folder: ${left.join(', ')}. Remove it, or make it in a folder of makeFolder().`,
      );
  }
}

module.exports = EnvironmentWithTemporaryFolder;
