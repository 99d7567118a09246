import type { CardSource } from './rules/card-parameters.ts';

/** Where a card is entered: the acquirer's own ground inside this page. */
export interface CardEntry {
  isReady: boolean;
  /** It did not come, or stopped answering. */
  isLost: boolean;
  /** Asks the acquirer for the card; undefined when it is not complete or not right, which the acquirer marks itself. */
  takeCard: (card: { cardHolderName: string; saveCard: boolean }) => Promise<CardSource | undefined>;
  /** Starts the entry anew. */
  retry: () => void;
}
