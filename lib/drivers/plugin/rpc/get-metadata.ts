import type { Contract } from '../../../schema';
import type { Session } from '../session';
import type { Answer } from '../wire/shapes';
import { capabilities } from './capabilities';

/** The types of resources and data sources, and the functions, for commands that need no schema. */
export function getMetadata<S>(session: Session<S>): Answer<'GetMetadata'> {
  return () =>
    Promise.resolve({
      serverCapabilities: capabilities,
      resources: typeNames(session.provider.resources),
      dataSources: typeNames(session.provider.dataSources ?? []),
      functions: (session.provider.functions ?? []).map(({ name }) => ({ name })),
      listResources: typeNames(session.provider.lists ?? []),
      actions: typeNames(session.provider.actions ?? []),
    });
}

function typeNames(types: readonly { readonly contract: Contract }[]): { readonly typeName: string }[] {
  return types.map(({ contract }) => ({ typeName: contract.typeName }));
}
