import type { CardSource } from './rules/card-parameters.ts';

/** Where a card is entered: the acquirer's own frame or fields inside this page. */
export interface CardEntry {
  isReady: boolean;
  /** It did not come, or stopped answering. */
  isLost: boolean;
  /** Requests the card from the acquirer; undefined when it is incomplete or wrong, which the acquirer marks itself. */
  takeCard: (card: { cardHolderName: string; saveCard: boolean }) => Promise<CardSource | undefined>;
  /** Starts the entry again. */
  retry: () => void;
}
