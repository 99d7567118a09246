import type { AppContext } from '../../../context.ts';
import { eraseDeleted } from '../erase-deleted.ts';

export async function handleEraseDeleted(context: AppContext): Promise<void> {
  const count = await eraseDeleted(context);
  if (count > 0) context.log.info('deleted accounts were erased', { count });
}
