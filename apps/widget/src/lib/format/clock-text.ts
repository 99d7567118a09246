import type { Translate } from '../i18n/texts.ts';

/** '0:42' or '13:48' of seconds. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** 'about 10 min', and 'about 24 h' for a longer option. */
export function durationText(minutes: number, t: Translate): string {
  if (minutes < 120) return t('tpl:exchange:duration', { minutes });
  return t('tpl:exchange:duration_hours', { hours: Math.round(minutes / 60) });
}
