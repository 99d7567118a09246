import type { AppParts } from '../app-parts.ts';
import type { Runtime } from '../../platform/runtime.ts';

/**
 * Handles a refused session token: the client reads why, until closing the message, and the page around is notified.
 */
export function showRefusedSession({ boot, toasts, frame }: Pick<Runtime, 'boot' | 'toasts' | 'frame'>): void {
  const { sessionError, sessionFault } = boot.host ?? {};
  if (sessionError) toasts.show({ kind: 'error', text: sessionError.text });
  if (sessionFault) frame.post('session-refused', { reason: sessionFault });
}

/** Says why the log-in is there in place of the page: the session was ended elsewhere, or is too old (4.6). */
export function saySessionOver({ router, runtime }: Pick<AppParts, 'router' | 'runtime'>): () => void {
  const { session, texts, toasts } = runtime;
  return session.subscribe((event) => {
    const isOver = event === 'session-over' || event === 'refresh-failed';
    if (isOver && router.current().name === 'auth')
      toasts.show({ kind: 'error', text: texts.t('tpl:error:SESSION_OVER') });
  });
}
