import type { IconName } from '../../ui/icons/icon-names.ts';

export type Tone = 'plain' | 'ok' | 'warn' | 'bad';

interface Look {
  icon: IconName;
  tone: Tone;
}

const looks: Readonly<Record<string, Look>> = {
  'payment-received': { icon: 'receipt', tone: 'plain' },
  'payment-partial': { icon: 'triangle-alert', tone: 'warn' },
  'decision-asked': { icon: 'triangle-alert', tone: 'warn' },
  'order-sent': { icon: 'arrow-right', tone: 'plain' },
  'order-finished': { icon: 'circle-check', tone: 'ok' },
  'order-refunded': { icon: 'history', tone: 'bad' },
  'order-canceled': { icon: 'x', tone: 'plain' },
  'order-expired': { icon: 'timer', tone: 'plain' },
  'money-held': { icon: 'lock', tone: 'warn' },
  'money-freed': { icon: 'circle-check', tone: 'ok' },
  'money-taken': { icon: 'circle-alert', tone: 'bad' },
  'verification-approved': { icon: 'shield-check', tone: 'ok' },
  'verification-declined': { icon: 'camera', tone: 'warn' },
  'verification-rejected': { icon: 'circle-alert', tone: 'bad' },
  'new-device': { icon: 'smartphone', tone: 'warn' },
};

/** The symbol of an entry; acts of the account share one. */
export function lookOf(type: string): Look {
  return looks[type] ?? { icon: 'lock', tone: 'plain' };
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago: 'now', '4 mins', '3 hrs', 'Mon' within a week, then '29 May', with the year of another one. */
export function agoText(unixSeconds: number, now: number, language: string): string {
  const age = Math.max(0, now - unixSeconds);
  const locale = language === 'en' ? 'en-GB' : language;
  const unit = (value: number, name: 'minute' | 'hour') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  if (age < minute) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  if (age < hour) return unit(Math.floor(age / minute), 'minute');
  if (age < day) return unit(Math.floor(age / hour), 'hour');
  const moment = new Date(unixSeconds * 1000);
  if (age < 6 * day) return new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(moment);
  const isOtherYear = moment.getFullYear() !== new Date(now * 1000).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(isOtherYear && { year: 'numeric' }),
  }).format(moment);
}
