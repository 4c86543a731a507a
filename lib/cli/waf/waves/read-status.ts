import type { Connection } from '../../connection';
import { readProgress } from './progress';
import type { WavesProject } from './project';
import { statusOf, type WavesStatus } from './status';

/** The status of a project, from the API. */
export async function readWavesStatus(
  connection: Connection,
  { file, gates }: Pick<WavesProject, 'file' | 'gates'>,
  {
    now = () => new Date(),
    notify,
  }: { readonly now?: () => Date; readonly notify?: (line: string) => void } = {},
): Promise<WavesStatus> {
  const zones = [...file.waves.flatMap((wave) => wave.zones), ...file.left_out];
  // What keeps a zone from its migration matters where somebody has decided on it, and where it has no wave.
  const explained = new Set(
    [
      ...file.waves.filter(({ acknowledged }) => acknowledged).flatMap((wave) => wave.zones),
      ...file.left_out,
    ].map(({ id }) => id),
  );
  const rows = await readProgress(connection, zones, ({ id }) => explained.has(id), notify);
  return statusOf(file, gates.gates, rows, now());
}
