import { isNotFound, mayHaveBeenApplied } from '../client';

/** Deletes, and is content when the object is gone: before, or by a call whose reply was lost. */
export async function deleteOnce(remove: () => Promise<void>, get: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (isNotFound(error)) return;
    if (mayHaveBeenApplied(error) && (await isGone(get))) return;
    throw error;
  }
}

async function isGone(get: () => Promise<unknown>): Promise<boolean> {
  try {
    await get();
    return false;
  } catch (error) {
    return isNotFound(error);
  }
}
