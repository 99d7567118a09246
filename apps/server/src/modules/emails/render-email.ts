import { defaultLanguage, type Language } from '@causeway/domain/languages/languages';
import type { Config } from '../../config/config.ts';
import type { Texts } from '../../context.ts';
import { findWrittenLanguage } from '../locales/catalogues.ts';
import { localiseAmounts } from '../locales/create-texts.ts';
import { type EmailContent, writeEmailHtml } from './write-email-html.ts';
import type { EmailTemplate } from './templates.ts';

type Values = Readonly<Record<string, string>>;

/** Subject, text and HTML of an e-mail in the reader's language, in English where that has no texts. */
export function renderEmail(
  context: { config: Config; texts: Texts },
  template: EmailTemplate,
  wanted: Language,
  given: Values,
): { subject: string; text: string; html: string } {
  const language = findWrittenLanguage(wanted) ?? defaultLanguage;
  const parameters = localiseAmounts(context.texts, language, given);
  const values = { ...parameters, brand: context.config.BRAND_NAME };
  const say = (name: string) => context.texts.say(language, `tpl:letter:${name}`, values);
  const content: EmailContent = {
    language,
    brand: context.config.BRAND_NAME,
    title: say(`${template}:title`),
    body: say(`${template}:body`),
    code: parameters['code'] ?? '',
    rows: orderRows(say, parameters),
    button: { label: say(`${template}:button`), url: pageUrl(context.config, language, pathOf(parameters)) },
    note: parameters['code'] === undefined ? '' : say('email-code:note'),
    footer: say('footer'),
  };
  return { subject: say(`${template}:subject`), text: writeEmailText(content), html: writeEmailHtml(content) };
}

function orderRows(say: (name: string) => string, parameters: Values): EmailContent['rows'] {
  const rows = [
    { label: say('row:order'), value: parameters['number'] ?? parameters['niceId'] ?? '' },
    { label: say('row:payin'), value: parameters['payin'] ?? '' },
    { label: say('row:received'), value: parameters['received'] ?? '' },
    { label: say('row:payout'), value: parameters['payout'] ?? '' },
    { label: say('row:to'), value: parameters['to'] ?? '' },
    { label: say('row:transaction'), value: parameters['transactionLink'] ?? '' },
    { label: say('row:device'), value: parameters['device'] ?? '' },
    { label: say('row:card'), value: parameters['card'] ?? '' },
  ];
  return rows.filter((row) => row.value !== '');
}

function pathOf(parameters: Values): string {
  const { niceId, path } = parameters;
  if (path !== undefined) return path;
  if (niceId !== undefined) return `/order-status/${encodeURIComponent(niceId)}`;
  return `/verification/email?code=${encodeURIComponent(parameters['code'] ?? '')}`;
}

/** An e-mail as plain text. */
function writeEmailText(content: EmailContent): string {
  const parts = [
    content.title,
    content.body,
    content.code,
    content.rows.map((row) => `${row.label}: ${row.value}`).join('\n'),
    `${content.button.label}: ${content.button.url}`,
    content.note,
    `${content.brand}\n${content.footer}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** URL of a page of the product in a language; `path` begins with a slash. */
export function pageUrl(config: Pick<Config, 'PUBLIC_URL'>, language: Language, path: string): string {
  return `${config.PUBLIC_URL}${language === defaultLanguage ? '' : `/${language}`}${path}`;
}
