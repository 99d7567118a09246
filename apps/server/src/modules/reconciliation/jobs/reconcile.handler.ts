import type { AppContext } from '../../../context.ts';
import { reconcile } from '../reconcile.ts';

export async function handleReconcile(context: AppContext): Promise<void> {
  await reconcile(context);
}
