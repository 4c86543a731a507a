declare const suites: Readonly<Record<string, { run: string; guards: string; files: string[] }>>;
export = suites;
