import { findShell } from '@causeway/bridge/native/find-shell';
import type { AppParts } from '../app-parts.ts';

/** Looks for the app around the widget; all that has to do with it is fetched when there is one. Answers with what ends the looking. */
export function watchForShell(parts: AppParts): () => void {
  const { log } = parts.runtime;
  return findShell(window, (shell) => {
    import('./join-native.ts')
      .then(({ joinNative }) => joinNative(parts, shell))
      .catch((error: unknown) => log.error('The app around the page could not be joined', error));
  });
}
