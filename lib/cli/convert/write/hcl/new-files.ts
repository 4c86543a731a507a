import { printBlocks, quoted, quoteText, verbatim, type Block } from '../../../../hcl/print';
import { importBlock } from '../../../project/objects/resource-block';
import type { NewVariable, StateMoves } from '../../model';

/** `edge-variables.tf`: undefined without variables. */
export function variablesFile(variables: readonly NewVariable[]): string | undefined {
  return variables.length === 0 ? undefined : printBlocks(variables.map(variableBlock));
}

/** `edge-moves.tf`: undefined without moves. */
export function movesFile({ moved, removed, imports }: StateMoves): string | undefined {
  const successions = moved.map(({ from, to }): Block => ({
    head: 'moved',
    body: [
      { name: 'from', value: verbatim(from) },
      { name: 'to', value: verbatim(to) },
    ],
  }));
  const removals = removed.map((address): Block => ({
    head: 'removed',
    body: [
      { name: 'from', value: verbatim(address) },
      { head: 'lifecycle', body: [{ name: 'destroy', value: verbatim('false') }] },
    ],
  }));
  const additions = imports.map(importBlock);
  const parts = [
    successions.length === 0
      ? ''
      : `# What exists at the service moves to the new resources, as it is.\n\n${printBlocks(successions)}`,
    removals.length === 0
      ? ''
      : `# The state forgets the old resources. Nothing at the service is deleted or reset.\n\n${printBlocks(removals)}`,
    additions.length === 0
      ? ''
      : `# The objects that exist at the service are imported.\n\n${printBlocks(additions)}`,
  ].filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  return `# Delete this file after the first apply.\n\n${parts.join('\n')}`;
}

function variableBlock({ name, type, description, default: value, sensitive }: NewVariable): Block {
  return {
    head: `variable ${quoteText(name)}`,
    body: [
      { name: 'type', value: verbatim(type) },
      { name: 'description', value: quoted(description) },
      ...(value === undefined
        ? []
        : [{ name: 'default', value: typeof value === 'string' ? quoted(value) : verbatim(String(value)) }]),
      ...(sensitive ? [{ name: 'sensitive', value: verbatim('true') }] : []),
    ],
  };
}
