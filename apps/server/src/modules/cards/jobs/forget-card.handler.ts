import type { AppContext } from '../../../context.ts';
import { forgetCard } from '../forget-card.ts';

export async function handleForgetCard(context: AppContext, { cardId }: { cardId: string }): Promise<void> {
  await forgetCard(context, cardId);
}
