import { type FormatMoneyOptions, formatMoney } from '@causeway/domain/money/format-money';
import type { Language } from '@causeway/domain/languages/languages';
import { setupI18n, type I18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Texts } from '../../context.ts';
import type { RefusalItem } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { catalogueLanguages, getCatalogue } from './catalogues.ts';

type Values = Readonly<Record<string, string | number>>;

/** Texts from the catalogues. A text that only English has, or an unknown key, is warned about once. */
export function createTexts(log: Pick<Log, 'warn'>): Texts {
  const formatters = new Map<Language, I18n>();
  const unknown = new Set<string>();

  for (const language of catalogueLanguages) {
    const { missing } = getCatalogue(language);
    if (missing.length > 0)
      log.warn('texts are missing in a language', { reason: `${language}: ${missing[0]}`, count: missing.length });
  }

  function say(language: Language, key: string, values: Values = {}): string {
    if (getCatalogue(language).all[key] === undefined) {
      if (!unknown.has(key)) log.warn('a text is unknown', { reason: key });
      unknown.add(key);
      return key;
    }
    const formatter = formatters.get(language) ?? createFormatter(language);
    formatters.set(language, formatter);
    return formatter._(key, values);
  }

  function toErrorItem(language: Language, item: RefusalItem) {
    const { type = 'danger', field = '', code } = item;
    const values = writeAmounts(escapeMarkup(item.values ?? {}), {
      mark: say(language, 'tpl:common:decimal_mark'),
      // What is asked for at least must suffice.
      rounding: code === 'AMOUNT_MIN' ? 'up' : 'down',
    });
    return { type, field, code, text: say(language, `tpl:error:${code}`, values) };
  }

  return { say, toErrorItem };
}

function createFormatter(language: Language): I18n {
  const entries = Object.entries(getCatalogue(language).all);
  const messages = Object.fromEntries(entries.map(([key, message]) => [key, compileMessageOrThrow(message)]));
  return setupI18n({ locale: language, messages: { [language]: messages } });
}

/** Amounts beside their currency, as e-mails and notifications keep them: '0.5 BTC'. */
const moneyText = /^(\d+)\.(\d+ [A-Z][A-Z\d]*)$/;

/** The same values, their amounts with the decimal mark of the language. */
export function localiseAmounts(
  { say }: Pick<Texts, 'say'>,
  language: Language,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const mark = say(language, 'tpl:common:decimal_mark');
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(moneyText, `$1${mark}$2`)]),
  );
}

/** Values that are decimal text of an amount. */
const amountNames = ['amount', 'next_amount'];
/** Decimals that a person reads. */
const mostDecimals = 8;

function writeAmounts(values: Values, how: Pick<FormatMoneyOptions, 'mark' | 'rounding'>): Values {
  const write = (name: string, value: string | number) => {
    if (!amountNames.includes(name)) return value;
    const decimals = String(value).split('.')[1]?.length ?? 0;
    return formatMoney(String(value), { ...how, precision: Math.min(decimals, mostDecimals) });
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(name, value)]));
}

/** Values for a text that is shown as markup: their own markup becomes text. */
function escapeMarkup(values: Values): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? escape(value) : value]),
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
