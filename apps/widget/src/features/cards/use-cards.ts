import { deleteCardEndpoint } from '@causeway/contract/endpoints/delete-card.generated';
import { listCardsEndpoint } from '@causeway/contract/endpoints/list-cards.generated';
import type { SavedCard, TokenizeSettings } from '@causeway/contract/shapes/saved-card';
import { useEffect, useState } from 'react';
import { failureItems } from '../../lib/api/failure-items.ts';
import { errorText, failureText } from '../../lib/format/error-text.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';

export interface Cards {
  /** Undefined while they are read. */
  cards: readonly SavedCard[] | undefined;
  /** How an acquirer takes a new card in its own frame, by its code. */
  tokenize: Readonly<Record<string, TokenizeSettings>>;
  error: string | undefined;
  again: () => void;
  /** Puts a newly added card first. */
  add: (card: SavedCard) => void;
  /** Deletes a card; returns whether it was deleted (5-31). */
  remove: (token: string) => Promise<boolean>;
}

/**
 * The saved cards of the client that the provider accepts, for one direction; they are read once it is known (C-35,
 * C-36).
 */
export function useCards(direction: 'payin' | 'payout', provider: string | undefined): Cards {
  const { api, toasts } = useRuntime();
  const t = useTexts();
  const [attempt, setAttempt] = useState(0);
  // Cards of this page's life, which are not saved yet.
  const [added, setAdded] = useState<readonly string[]>([]);
  const [state, setState] = useState<Pick<Cards, 'cards' | 'tokenize' | 'error'>>(nothing);

  useEffect(() => {
    if (provider === undefined) return undefined;
    let isOver = false;
    const show = (next: typeof nothing) => {
      if (!isOver) setState(next);
    };
    api.call(listCardsEndpoint, { direction, provider }).then(
      ({ cards, tokenize, errors }) => show({ cards, tokenize, error: errors.map((item) => errorText(item, t))[0] }),
      (failure: unknown) => {
        const [item] = failureItems(failure);
        show({ ...nothing, cards: [], error: item?.text ? errorText(item, t) : failureText(failure, t) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [api, direction, provider, attempt, t]);

  async function forget(token: string): Promise<void> {
    const { success, errors } = await api.call(deleteCardEndpoint, { token });
    if (success === 0) throw new Error(errors[0]?.text ?? '');
  }

  return {
    ...state,
    again: () => setAttempt((count) => count + 1),
    add(card) {
      setAdded((old) => [...old, card.token]);
      setState((old) => ({ ...old, cards: [card, ...(old.cards ?? [])] }));
    },
    async remove(token) {
      if (token === '') return false;
      try {
        if (!added.includes(token)) await forget(token);
        setState((old) => ({ ...old, cards: old.cards?.filter((card) => card.token !== token) }));
        return true;
      } catch {
        toasts.show({ kind: 'error', text: t('tpl:card:not_removed') });
        return false;
      }
    },
  };
}

const nothing: Pick<Cards, 'cards' | 'tokenize' | 'error'> = { cards: undefined, tokenize: {}, error: undefined };
