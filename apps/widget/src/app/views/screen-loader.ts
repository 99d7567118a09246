import type { ComponentType } from 'react';

/** A screen in a chunk of its own. */
export interface ScreenLoader {
  /** The screen when it is there already. */
  ready: () => ComponentType | undefined;
  /** Fetches it; a failed fetch is made again at the next call. */
  load: () => Promise<ComponentType>;
}

export function screenLoader(fetch: () => Promise<{ default: ComponentType }>): ScreenLoader {
  let screen: ComponentType | undefined;
  let pending: Promise<ComponentType> | undefined;
  async function start(): Promise<ComponentType> {
    try {
      screen = (await fetch()).default;
      return screen;
    } catch (error) {
      pending = undefined;
      throw error;
    }
  }
  return {
    ready: () => screen,
    load: () => (pending ??= start()),
  };
}
