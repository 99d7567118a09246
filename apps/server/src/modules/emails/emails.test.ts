import { defaultLanguage, languages } from '@causeway/domain/languages/languages';
import { describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { catalogueLanguages } from '../locales/catalogues.ts';
import { createTexts } from '../locales/create-texts.ts';
import { describeEntry } from '../notifications/listed-templates.ts';
import { renderEmail } from './render-email.ts';
import { emailTemplates, type EmailTemplate } from './templates.ts';

const warn = vi.fn();
const context = { config: readConfig({ PUBLIC_URL: 'https://pay.example' }), texts: createTexts({ warn }) };
const order = { niceId: 'CW7Q2M9V4T8K1N5X3B', payin: '250 EUR', payout: '0.00412560 BTC' };
const details = { way: 'network', refundMethod: '', refunded: '250 EUR', received: '100 EUR', use: 'payments' };
const parametersOf = (template: EmailTemplate) =>
  template === 'email-code'
    ? { code: '042137' }
    : { ...order, ...details, amount: '50.00 EUR', code: template === 'order-code' ? '042137' : '' };

describe('e-mails', () => {
  const table = catalogueLanguages.flatMap((language) =>
    (Object.keys(emailTemplates) as EmailTemplate[]).map((template) => ({ language, template })),
  );

  test.each(table)('$template in $language is whole', ({ language, template }) => {
    warn.mockClear();
    const message = renderEmail(context, template, language, parametersOf(template));
    for (const part of [message.subject, message.text, message.html]) {
      expect(part).not.toMatch(/tpl:|undefined|\{|\}/);
      expect(part.length).toBeGreaterThan(10);
    }
    expect(message.subject.length).toBeLessThan(80);
    expect(warn).not.toHaveBeenCalled();
  });

  test('A-080 the code e-mail holds the code and a link carrying it', () => {
    const message = renderEmail(context, 'email-code', 'uk', { code: '042137' });
    expect(message.text).toContain('042137');
    expect(message.text).toContain('https://pay.example/uk/verification/email?code=042137');
    expect(message.html).toContain('lang="uk"');
  });

  test('1-40 a language without texts is not claimed: the e-mail is in English, and so is its page', () => {
    const unwritten = languages.find((language) => !catalogueLanguages.includes(language)) ?? defaultLanguage;
    const message = renderEmail(context, 'email-code', unwritten, { code: '042137' });
    expect(message.html).toContain('<html lang="en">');
    expect(message.text).toContain('https://pay.example/verification/email?code=042137');
  });

  test('an order e-mail links to the order; English has no language prefix', () => {
    const message = renderEmail(context, 'order-finished', 'en', {
      ...order,
      transactionLink: 'https://x.example/tx/1',
    });
    expect(message.text).toContain('https://pay.example/order-status/CW7Q2M9V4T8K1N5X3B');
    expect(message.text).toContain('Transaction: https://x.example/tx/1');
  });

  test.each([
    ['network', 'in your wallet'],
    ['balance', 'on your balance'],
    ['sepa', 'in your bank account'],
    ['card', 'on your card'],
    ['shop', 'paid to the shop'],
    ['gift', 'your donation'],
  ])('a finished order says where its pay-out is: %s', (way, words) => {
    const message = renderEmail(context, 'order-finished', 'en', { ...order, ...details, way });
    expect(message.subject).toContain(words);
  });

  test.each([
    ['shop', 'The shop has 0.00412560 BTC.'],
    ['gift', 'Your donation of 0.00412560 BTC has arrived.'],
  ])('the list of notifications says it too: %s', (way, words) => {
    const entry = { template: 'order-finished', parameters: { ...order, ...details, way } };
    expect(describeEntry(context, 'en', entry).text).toBe(words);
  });

  test('the approval e-mail holds the code and the amounts, and links to the order', () => {
    const message = renderEmail(context, 'order-code', 'es', { ...order, ...details, code: '042137' });
    expect(message.subject).toContain('042137');
    expect(message.text).toContain('250 EUR');
    expect(message.text).toContain('https://pay.example/es/order-status/CW7Q2M9V4T8K1N5X3B');
  });

  test.each([
    ['es', '0,00412560 BTC'],
    ['uk', '0,00412560 BTC'],
    ['en', '0.00412560 BTC'],
  ] as const)('5-E amounts have the decimal mark of the reader: %s', (language, shown) => {
    const { text } = renderEmail(context, 'order-sent', language, { ...order, ...details });
    expect(text.match(/0[.,]00412560 BTC/g)).toEqual(text.match(/0[.,]00412560/g)?.map(() => shown));
    const entry = { template: 'order-sent', parameters: { ...order, ...details } };
    expect(describeEntry(context, language, entry).text).toContain(shown);
  });

  test('values are text, never markup', () => {
    const payout = '<script>alert("x")</script>&';
    const message = renderEmail(context, 'order-sent', 'en', { ...order, payout });
    expect(message.html).not.toContain('<script>');
    expect(message.html).toContain('&lt;script&gt;');
    expect(message.text).toContain(payout);
  });
});
