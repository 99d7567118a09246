import { unexpected } from './causeway-error.ts';
import { EVENT_NAMES, type CausewayEvent, type CausewayEvents, type CausewayListener } from './events.ts';

export interface Emitter {
  on: <E extends CausewayEvent>(event: E, listener: CausewayListener<E>) => () => void;
  off: <E extends CausewayEvent>(event: E, listener: CausewayListener<E>) => void;
  /** Calls the listeners; false when there is none. */
  emit: <E extends CausewayEvent>(event: E, detail: CausewayEvents[E]) => boolean;
}

/** A listener of some event; a method's parameters are compared both ways. */
type AnyListener = { hear(detail: CausewayEvents[CausewayEvent]): void }['hear'];

/** Keeps listeners by event. A listener that throws does not keep the others from being called. */
export function createEmitter(): Emitter {
  const listeners = new Map(EVENT_NAMES.map((name) => [name, new Set<AnyListener>()]));
  return {
    on(event, listener) {
      const called = listeners.get(event);
      if (!called) throw unexpected('event', 'an event', event);
      called.add(listener);
      return () => called.delete(listener);
    },
    off: (event, listener) => void listeners.get(event)?.delete(listener),
    emit(event, detail) {
      const called = new Set(listeners.get(event));
      for (const listener of called) {
        try {
          listener(detail);
        } catch (error) {
          reportError(error);
        }
      }
      return called.size > 0;
    },
  };
}
