import { unexpected } from './causeway-error.ts';
import { EVENT_NAMES, type CausewayEvent, type CausewayEvents, type CausewayListener } from './events.ts';

export interface Emitter {
  on: <E extends CausewayEvent>(event: E, listener: CausewayListener<E>) => () => void;
  off: <E extends CausewayEvent>(event: E, listener: CausewayListener<E>) => void;
  /** Calls the listeners; false when there is none. */
  emit: <E extends CausewayEvent>(event: E, detail: CausewayEvents[E]) => boolean;
}

type Listeners = { [E in CausewayEvent]?: CausewayListener<E>[] };

/** Keeps listeners by event. A listener that throws does not keep the others from being called. */
export function createEmitter(): Emitter {
  const listeners: Listeners = {};
  const listenersOf = <E extends CausewayEvent>(event: E): readonly CausewayListener<E>[] => listeners[event] ?? [];
  const off: Emitter['off'] = (event, listener) =>
    void Object.assign(listeners, { [event]: listenersOf(event).filter((kept) => kept !== listener) });
  return {
    on(event, listener) {
      if (!EVENT_NAMES.includes(event)) throw unexpected('event', 'one of the events', event);
      Object.assign(listeners, { [event]: [...listenersOf(event), listener] });
      return () => off(event, listener);
    },
    off,
    emit(event, detail) {
      const called = listenersOf(event);
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
