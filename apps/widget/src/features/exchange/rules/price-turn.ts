/** Milliseconds without a key before a typed amount is priced (4.5-02). */
export const typingPause = 600;
/** Milliseconds from one price to the next quiet one (9-42, A-018). */
export const quietRefresh = 6000;

/** What the price does now, and what ends it. */
export type PriceTurn =
  /** A fixed price that nothing locks: it stands until the preorder changes. */
  | { is: 'idle' }
  /** A timer runs: afterwards a changed preorder is priced, or the price on screen renewed. */
  | { is: 'waiting'; ms: number; to: 'price' | 'renew' }
  /** A request is on its way, or goes out when there is a connection. */
  | { is: 'asking' };

export type PriceEvent =
  /** The preorder changed, or is followed or on screen from now on. */
  | 'changed'
  /** Somebody asks for a new price at once. */
  | 'refreshed'
  | 'due'
  | 'answered'
  | 'failed';

export interface PriceFacts {
  /** The last price is one of this preorder. */
  isPriced: boolean;
  /** The last change was a key. */
  isTyped: boolean;
  isFloating: boolean;
  /** Milliseconds until the lock of a fixed price ends; undefined without a lock. */
  lockLeft: number | undefined;
  /** The price is on screen, and one that renews itself. */
  isRenewed: boolean;
}

const renewAfter = (ms: number): PriceTurn => ({ is: 'waiting', ms, to: 'renew' });

/** What the price does after an event. */
export function nextTurn(turn: PriceTurn, event: PriceEvent, facts: PriceFacts): PriceTurn {
  // A fixed price without a lock came with the page and gets one at once.
  const pause = facts.isFloating ? quietRefresh : (facts.lockLeft ?? 0);
  if (event === 'changed')
    return facts.isPriced ? renewAfter(pause) : { is: 'waiting', ms: facts.isTyped ? typingPause : 0, to: 'price' };
  if (event === 'answered')
    return facts.isFloating || facts.lockLeft !== undefined ? renewAfter(pause) : { is: 'idle' };
  if (event === 'failed') return renewAfter(quietRefresh);
  const isQuiet = event === 'due' && turn.is === 'waiting' && turn.to === 'renew';
  return isQuiet && !facts.isRenewed ? renewAfter(quietRefresh) : { is: 'asking' };
}
