import type { AppContext } from '../../../context.ts';
import { openMonths } from '../open-months.ts';

export async function handleOpenMonths(context: AppContext): Promise<void> {
  await openMonths(context);
}
