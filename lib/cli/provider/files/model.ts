/** The blocks of a configuration, as far as they can be read without evaluating it. */
export interface StackFiles {
  readonly requirements: readonly Requirement[];
  readonly variables: readonly Variable[];
  /** Resources and data sources of the provider. */
  readonly objects: readonly EdgeObject[];
  /** Folders of local modules, from the folder of the configuration. */
  readonly modules: readonly string[];
  /** Files that are not in the syntax of Terraform, each with the reason. */
  readonly faults: readonly string[];
}

/** An entry of `required_providers`. */
export interface Requirement {
  readonly file: string;
  readonly name: string;
  readonly source: string | undefined;
  readonly version: string | undefined;
}

export interface Variable {
  readonly name: string;
  readonly hasDefault: boolean;
  /** A default that is a text. */
  readonly text: string | undefined;
}

export interface EdgeObject {
  readonly file: string;
  readonly kind: 'resource' | 'data';
  readonly type: string;
  readonly name: string;
  /** Texts as JSON syntax has them: expressions are `${…}`. */
  readonly attributes: Readonly<Record<string, string>>;
}

export function joinFiles(all: readonly StackFiles[]): StackFiles {
  return {
    requirements: all.flatMap((each) => each.requirements),
    variables: all.flatMap((each) => each.variables),
    objects: all.flatMap((each) => each.objects),
    modules: all.flatMap((each) => each.modules),
    faults: all.flatMap((each) => each.faults),
  };
}
