import type { Runtime } from '../../platform/runtime.ts';

/**
 * Handles a refused session token: the client reads why, until closing the message, and the page around is notified.
 */
export function showRefusedSession({ boot, toasts, frame }: Pick<Runtime, 'boot' | 'toasts' | 'frame'>): void {
  const { sessionError, sessionFault } = boot.host ?? {};
  if (sessionError) toasts.show({ kind: 'error', text: sessionError.text });
  if (sessionFault) frame.post('session-refused', { reason: sessionFault });
}
