import type { Runtime } from '../platform/runtime.ts';
import { isSupported } from '../lib/browser-support.ts';

/** A browser below its minimum gets a warning that can be closed. */
export function warnOldBrowser({ texts, toasts, log }: Pick<Runtime, 'texts' | 'toasts' | 'log'>): void {
  if (isSupported(navigator.userAgent)) return;
  texts.complete().then(
    () => toasts.show({ kind: 'error', text: texts.t('tpl:native:old_browser') }),
    (error: unknown) => log.warn('Texts are missing', error),
  );
}
