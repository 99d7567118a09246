import type { AppContext } from '../../../context.ts';
import { returnUnplaced } from '../return-unplaced.ts';

export async function handleReturnUnplaced(context: AppContext): Promise<void> {
  await returnUnplaced(context);
}
