import type { AppContext } from '../../context.ts';
import { ProviderError } from '../../providers/provider-error.ts';

/**
 * Has an acquirer forget a card. One that it forgot before is forgotten.
 *
 * @throws ProviderError while it cannot be asked
 */
export async function removeOutside(
  { providers }: Pick<AppContext, 'providers'>,
  acquirer: string,
  token: string,
): Promise<void> {
  try {
    await providers.acquirers.find(acquirer).vault?.remove(token);
  } catch (error) {
    const isForgotten = error instanceof ProviderError && error.kind === 'refused' && error.code === 'card_unknown';
    if (!isForgotten) throw error;
  }
}
