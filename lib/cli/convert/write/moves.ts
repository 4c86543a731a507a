import type { StateMoves } from '../model';

export function movesIn({ moved, removed, imports }: StateMoves, module: string): StateMoves {
  const isRoot = module === '';
  return {
    moved: moved.filter((each) => each.module === module),
    removed: isRoot ? removed : [],
    imports: isRoot ? imports : [],
  };
}

/** Whether the root module has some moves. */
export function hasMoves(moves: StateMoves): boolean {
  const { moved, removed, imports } = movesIn(moves, '');
  return moved.length + removed.length + imports.length > 0;
}
