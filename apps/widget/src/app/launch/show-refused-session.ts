import type { Runtime } from '../../platform/runtime.ts';

/** A session token that opened nothing: the client reads why, until it closes it, and the page around is told. */
export function showRefusedSession({ boot, toasts, frame }: Pick<Runtime, 'boot' | 'toasts' | 'frame'>): void {
  const { sessionError, sessionFault } = boot.host ?? {};
  if (sessionError) toasts.show({ kind: 'error', text: sessionError.text });
  if (sessionFault) frame.post('session-refused', { reason: sessionFault });
}
