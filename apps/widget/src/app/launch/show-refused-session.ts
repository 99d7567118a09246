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

/** Says why the log-in is there in place of the page or of the order's step: the session has ended (4.6). */
export function saySessionOver(parts: Pick<AppParts, 'router' | 'runtime' | 'stepper'>): () => void {
  const { router, runtime, stepper } = parts;
  const { session, texts, toasts } = runtime;
  return session.subscribe((event) => {
    if (event !== 'session-over' && event !== 'refresh-failed') return;
    const { name } = router.current();
    // The step that was left for the log-in is still the present one.
    const isLeft = name === 'order-stepper' && !['exchange', 'auth'].includes(stepper.getState().step);
    if (isLeft || name === 'auth' || name === 'order-status')
      toasts.show({ kind: 'error', text: texts.t('tpl:error:SESSION_OVER') });
  });
}
