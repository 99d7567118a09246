import type { AppContext } from '../../../context.ts';
import { checkBooks } from '../check-books.ts';

export async function handleCheckBooks(context: AppContext): Promise<void> {
  await checkBooks(context);
}
