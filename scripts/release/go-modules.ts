/** A module of Go in an executable. */
export interface GoModule {
  readonly path: string;
  readonly version: string;
}

/** What a WebAssembly module of Go contains according to its compiler: the modules, and the library of Go as `stdlib`. */
export function goModulesOf(wasm: Buffer): GoModule[] {
  const text = wasm.toString('latin1');
  const modules = [...text.matchAll(/^dep\t(\S+)\t(v\S+)\th1:\S+$/gm)];
  const compiler = /processed-by..Go cmd\/compile.go([0-9.]+)/s.exec(text)?.[1];
  if (modules.length === 0 || compiler === undefined)
    throw new Error('The WebAssembly module does not name its modules of Go.');
  return [
    ...modules.map(([, path = '', version = '']) => ({ path, version })),
    { path: 'stdlib', version: compiler },
  ];
}
