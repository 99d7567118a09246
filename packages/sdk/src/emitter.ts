import { CausewayError, shown } from './causeway-error.ts';
import type { CausewayEvent, CausewayEvents, CausewayListener } from './events.ts';

export interface Emitter {
  on: <E extends CausewayEvent>(event: E, listener: CausewayListener<E>) => () => void;
  off: <E extends CausewayEvent>(event: E, listener: CausewayListener<E>) => void;
  /** Calls the listeners; false when there is none. */
  emit: <E extends CausewayEvent>(event: E, detail: CausewayEvents[E]) => boolean;
}

/** Keeps listeners by event. A listener that throws does not keep the others from being called. */
export function createEmitter(): Emitter {
  const listeners: { [E in CausewayEvent]: Set<CausewayListener<E>> } = {
    ready: new Set(),
    'update-step': new Set(),
    'change-order': new Set(),
    redirect: new Set(),
    'change-lang': new Set(),
    'change-height': new Set(),
    error: new Set(),
  };
  const listenersOf = <E extends CausewayEvent>(event: E) => {
    if (Object.hasOwn(listeners, event)) return listeners[event];
    const known = Object.keys(listeners).join(', ');
    throw new CausewayError(`Expected an event to be one of ${known}, but got ${shown(event)}. Check its spelling.`);
  };
  const off: Emitter['off'] = (event, listener) => void listenersOf(event).delete(listener);
  return {
    on(event, listener) {
      listenersOf(event).add(listener);
      return () => off(event, listener);
    },
    off,
    emit(event, detail) {
      const called = [...listenersOf(event)];
      for (const listener of called) {
        try {
          listener(detail);
        } catch (error) {
          reportError(error);
        }
      }
      return called.length > 0;
    },
  };
}
