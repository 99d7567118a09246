import type { EventKind } from '@causeway/contract/shapes/notification-switches';
import type { Language } from '@causeway/domain/languages/languages';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { localiseAmounts } from '../locales/create-texts.ts';

const values = z.record(z.string(), z.string());

/**
 * The e-mails whose event stands in the client's list and goes to its devices too, by the kind that the client chooses
 * channels for, each with the text of its entry where that of the e-mail speaks of the e-mail. Codes and links that
 * open something are never listed.
 */
const listedTemplates: Readonly<Record<string, { kind: EventKind; text?: string }>> = {
  'payment-received': { kind: 'orders' },
  'payment-partial': { kind: 'orders' },
  'decision-asked': { kind: 'orders' },
  'order-sent': { kind: 'orders' },
  'order-finished': { kind: 'orders', text: 'tpl:notification:order-finished' },
  'order-refunded': { kind: 'orders' },
  'order-canceled': { kind: 'orders' },
  'order-expired': { kind: 'orders' },
  'withdrawal-approved': { kind: 'orders' },
  'withdrawal-sent': { kind: 'orders' },
  'withdrawal-finished': { kind: 'orders' },
  'withdrawal-failed': { kind: 'orders' },
  'withdrawal-canceled': { kind: 'orders' },
  'withdrawal-expired': { kind: 'orders' },
  'affiliate-payout': { kind: 'orders' },
  'money-held': { kind: 'orders' },
  'money-freed': { kind: 'orders' },
  'money-taken': { kind: 'orders' },
  'deposit-credited': { kind: 'orders' },
  'deposit-small': { kind: 'orders' },
  'deposit-unknown': { kind: 'orders' },
  'deposit-unknown-returned': { kind: 'orders' },
  'transfer-returned': { kind: 'orders' },
  'verification-approved': { kind: 'verification' },
  'verification-declined': { kind: 'verification' },
  'verification-rejected': { kind: 'verification' },
  'data-export-ready': { kind: 'security' },
  'email-changed': { kind: 'security', text: 'tpl:notification:email-changed' },
  'phone-changed': { kind: 'security' },
  'biometrics-on': { kind: 'security' },
  'password-changed': { kind: 'security' },
  'two-factor-on': { kind: 'security' },
  'two-factor-off': { kind: 'security' },
  'authenticator-off': { kind: 'security' },
  'passkey-added': { kind: 'security' },
  'passkey-removed': { kind: 'security' },
  'destination-kept': { kind: 'security' },
  'destination-wait-on': { kind: 'security' },
  'destination-wait-off': { kind: 'security' },
  'card-kept': { kind: 'security' },
  'basic-given': { kind: 'security' },
  'login-joined': { kind: 'security' },
  'push-on': { kind: 'security' },
  'new-device': { kind: 'security' },
};

/** @returns `undefined` for what is never listed */
export function kindOf(template: string): EventKind | undefined {
  return Object.hasOwn(listedTemplates, template) ? listedTemplates[template]?.kind : undefined;
}

/** An entry as its reader sees it: title, text, and the page of the widget that it leads to, without a language. */
export function describeEntry(
  { texts, config }: Pick<AppContext, 'texts' | 'config'>,
  language: Language,
  { template, parameters }: { template: string; parameters: unknown },
): { title: string; text: string; link: string } {
  const given = localiseAmounts(texts, language, values.parse(parameters));
  const { text = `tpl:letter:${template}:body` } = listedTemplates[template] ?? {};
  const say = (key: string) => texts.say(language, key, { ...given, brand: config.BRAND_NAME });
  return { title: say(`tpl:letter:${template}:title`), text: say(text), link: linkOf(given) };
}

function linkOf({ niceId, path }: Readonly<Record<string, string>>): string {
  return path ?? (niceId === undefined ? '' : `/order-status/${encodeURIComponent(niceId)}`);
}
