import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import type { AddressValues } from '../../features/address/rules/address-values.ts';
import type { createMoves } from './create-moves.ts';
import type { FlowParts } from './flow-parts.ts';
import type { StepName } from './steps.ts';

export interface Flow {
  submitExchange: () => Promise<void>;
  submitAddress: (values: AddressValues) => Promise<void>;
  /** A code was sent that approves an order: asks for it (4.3-06). */
  confirm: (confirmation: Confirmation) => void;
  /** The code was right, or the order has moved on without it. */
  confirmed: () => void;
  /** After a sign-in or a registration inside the stepper. */
  signedIn: () => Promise<void>;
  verified: () => Promise<void>;
  back: () => void;
  /** Opens a step from outside: a partner's message, a link, the end of a session. */
  open: (step: StepName) => void;
  /** Fetches the rules of the moves, so that the first of them is quick. */
  load: () => Promise<unknown>;
}

/**
 * Moves an order through its steps (4.1 to 4.4). The rules of the moves are loaded when the first of them is near: no
 * first screen needs them.
 */
export function createFlow(parts: FlowParts): Flow {
  const { runtime, exchange, stepper } = parts;
  let moves: Promise<Moves> | undefined;
  // The server's errors about an order do not apply to another one.
  exchange.subscribe(({ preorder }, old) => {
    if (preorder !== old.preorder && stepper.getState().errors.length > 0) stepper.setState({ errors: [] });
  });
  async function load(): Promise<Moves> {
    try {
      const late = await import('./create-moves.ts');
      return late.createMoves(parts);
    } catch (error) {
      moves = undefined;
      throw error;
    }
  }
  async function make(move: (moves: Moves) => Promise<void> | void): Promise<void> {
    try {
      await move(await (moves ??= load()));
    } catch (error) {
      runtime.log.warn('A step could not be made', error);
      runtime.toasts.show({ kind: 'error', text: runtime.texts.t('tpl:common:network') });
    }
  }
  return {
    submitExchange: () => make((to) => to.submitExchange()),
    submitAddress: (values) => make((to) => to.submitAddress(values)),
    confirm: (confirmation) => void make((to) => to.confirm(confirmation)),
    confirmed: () => void make((to) => to.confirmed()),
    signedIn: () => make((to) => to.signedIn()),
    verified: () => make((to) => to.verified()),
    back: () => void make((to) => to.back()),
    open: (step) => void make((to) => to.open(step)),
    load: () => (moves ??= load()).catch(() => undefined),
  };
}

type Moves = ReturnType<typeof createMoves>;
