import { findShell } from '@causeway/bridge/native/find-shell';
import type { AppParts } from '../app-parts.ts';

/**
 * Looks for the app around the widget; its code is fetched only when there is one. Returns the function that stops the
 * search.
 */
export function watchForShell(parts: AppParts): () => void {
  const { log } = parts.runtime;
  return findShell(window, (shell) => {
    import('./join-native.ts')
      .then(({ joinNative }) => joinNative(parts, shell))
      .catch((error: unknown) => log.error('The app around the page could not be joined', error));
  });
}
