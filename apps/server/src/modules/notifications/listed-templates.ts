/**
 * The e-mails whose event stands in the client's list too, each with the text of its entry where that of the e-mail
 * speaks of the e-mail. Codes and links that open something are never listed.
 */
const listedTemplates: Readonly<Record<string, { text?: string }>> = {
  'payment-received': {},
  'payment-partial': {},
  'decision-asked': {},
  'order-sent': {},
  'order-finished': { text: 'tpl:notification:order-finished' },
  'order-refunded': {},
  'order-canceled': {},
  'order-expired': {},
  'withdrawal-approved': {},
  'withdrawal-sent': {},
  'withdrawal-finished': {},
  'withdrawal-failed': {},
  'withdrawal-canceled': {},
  'withdrawal-expired': {},
  'affiliate-payout': {},
  'deposit-credited': {},
  'deposit-small': {},
  'verification-approved': {},
  'verification-declined': {},
  'verification-rejected': {},
  'data-export-ready': {},
  'email-changed': { text: 'tpl:notification:email-changed' },
  'phone-changed': {},
  'biometrics-on': {},
  'password-changed': {},
  'two-factor-on': {},
  'two-factor-off': {},
  'authenticator-off': {},
  'passkey-added': {},
  'passkey-removed': {},
  'destination-kept': {},
  'destination-wait-off': {},
  'login-joined': {},
  'new-device': {},
};

export function isListed(template: string): boolean {
  return Object.hasOwn(listedTemplates, template);
}

/** The keys of an entry's title and text. */
export function keysOf(template: string): { title: string; text: string } {
  const { text = `tpl:letter:${template}:body` } = listedTemplates[template] ?? {};
  return { title: `tpl:letter:${template}:title`, text };
}
