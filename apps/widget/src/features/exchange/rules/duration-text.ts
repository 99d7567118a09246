import type { Translate } from '../../../lib/i18n/texts.ts';

/** 'about 10 min', and 'about 24 h' for a longer option. */
export function durationText(minutes: number, t: Translate): string {
  if (minutes < 120) return t('tpl:exchange:duration', { minutes });
  return t('tpl:exchange:duration_hours', { hours: Math.round(minutes / 60) });
}
