import { languages, type Language } from '@causeway/domain/languages/languages';
import { en } from './catalogues/en/index.ts';
import { es } from './catalogues/es/index.ts';
import { uk } from './catalogues/uk/index.ts';
import { cleanMarkup } from './clean-markup.ts';

/** ICU messages by key. */
type Messages = Readonly<Record<string, string>>;

/** The texts of a language by their use. Those of e-mails and of legal pages never leave the server. */
interface CatalogueFiles {
  widget: Messages;
  /** Merchants' pages, the app around the widget, old browsers. */
  embedding: Messages;
  errors: Messages;
  /** Names of payment groups. */
  groups: Messages;
  emails: Messages;
  /** Example pages, for an operator without terms and a privacy page of its own. */
  legal: Messages;
  /** Sign-in beyond the first step, settings, company agreement. */
  account: Messages;
  /** Payment and page of an order. */
  order: Messages;
  /** What the exchange opens and the steps after it. */
  steps: Messages;
  /** The lists of transactions. */
  transactions: Messages;
  /** The pages of the cabinet that no order needs. */
  cabinet: Messages;
}

/** The languages with texts of their own; the others use English. */
export const catalogueFiles: Readonly<Partial<Record<Language, CatalogueFiles>>> = { en, es, uk };

/** A language's texts, with English for the missing ones. */
export interface Catalogue {
  /** Texts that the widget may load. */
  public: Messages;
  /** The public texts, those of e-mails and those of legal pages. */
  all: Messages;
  /** Keys that are answered in English. */
  missing: readonly string[];
}

const loaded = new Map<Language, Catalogue>();

/** Languages with texts of their own, the default first. */
export const catalogueLanguages: readonly Language[] = languages.filter(
  (language) => catalogueFiles[language] !== undefined,
);

/** The language of this path code when it has texts of its own. Anything shown in another one is in English. */
export function findWrittenLanguage(code: string): Language | undefined {
  return catalogueLanguages.find((language) => language === code);
}

/** The texts of a language; one without texts of its own uses English. */
export function getCatalogue(language: Language): Catalogue {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const own = catalogueFiles[language] ?? en;
  const publicTexts = merge(publicOf(en), publicOf(own));
  const kept = merge({ ...en.emails, ...en.legal }, { ...own.emails, ...own.legal });
  const catalogue = {
    public: publicTexts.messages,
    all: { ...kept.messages, ...publicTexts.messages },
    missing: [...publicTexts.missing, ...kept.missing],
  };
  loaded.set(language, catalogue);
  return catalogue;
}

function merge(base: Messages, own: Messages): { messages: Messages; missing: string[] } {
  const messages = Object.entries({ ...base, ...own }).map(([key, text]) => [key, cleanMarkup(text)] as const);
  return { messages: Object.fromEntries(messages), missing: Object.keys(base).filter((key) => !(key in own)) };
}

function publicOf({ emails: _emails, legal: _legal, ...parts }: CatalogueFiles): Messages {
  return Object.fromEntries(Object.values<Messages>(parts).flatMap((part) => Object.entries(part)));
}
