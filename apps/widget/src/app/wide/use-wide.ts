import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { useAccount, useApp } from '../app-parts.ts';
import { isPageAllowed } from './wide-rule.ts';

/** Whether the cabinet is a page in a window that is wide enough. */
export function useIsPage(): boolean {
  const { mode, runtime } = useApp();
  const { boot, frame, native, session } = runtime;
  const { config } = useAccount();
  const isInShell = useStore(native, ({ app }) => app !== undefined);
  const hasTokens = () => session.tokens() !== undefined;
  const isSignedIn = useSyncExternalStore(session.subscribe, hasTokens, hasTokens);
  return isPageAllowed({
    mode,
    isFramed: frame.isFramed || boot.parentOrigins.length > 0,
    isInShell,
    isSignedIn,
    isHeaderHidden: widgetOptions(config.swConfig.widgetParams).hideHeader,
  });
}

let pages = 0;
const pageListeners = new Set<() => void>();

/** Counts the pages of the cabinet that are drawn: for a moment two, when one takes the place of another. */
export const shownPages = {
  count: () => pages,
  subscribe(listener: () => void): () => void {
    pageListeners.add(listener);
    return () => void pageListeners.delete(listener);
  },
  /** @returns the function to call when the page is drawn no more */
  enter(): () => void {
    const change = (by: number) => {
      pages += by;
      for (const listener of pageListeners) listener();
    };
    change(1);
    return () => change(-1);
  },
};

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const holds = () => matchMedia(query).matches;
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    holds,
    holds,
  );
}
