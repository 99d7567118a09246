import { defaultLanguage, languages, type Language } from '@causeway/domain/languages/languages';
import { catalogueFiles, type CatalogueFiles, type Messages } from './catalogue-files.ts';
import { cleanMarkup } from './clean-markup.ts';

/** A language's texts, with English for the missing ones. */
export interface Catalogue {
  /** Texts that the widget may load. */
  public: Messages;
  /** The public texts and those of e-mails. */
  all: Messages;
  /** Keys that are answered in English. */
  missing: readonly string[];
}

const files: Partial<Record<Language, CatalogueFiles>> = catalogueFiles;
const english = files[defaultLanguage] ?? {
  widget: {},
  errors: {},
  groups: {},
  letters: {},
  order: {},
  steps: {},
  transactions: {},
  account: {},
  embedding: {},
};
const loaded = new Map<Language, Catalogue>();

/** Languages with texts of their own, the default first. */
export const catalogueLanguages: readonly Language[] = languages.filter((language) => files[language] !== undefined);

/** The texts of a language; one without texts of its own uses English. */
export function getCatalogue(language: Language): Catalogue {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const own = files[language] ?? english;
  const publicTexts = merge(publicOf(english), publicOf(own));
  const letters = merge(english.letters, own.letters);
  const catalogue = {
    public: publicTexts.messages,
    all: { ...letters.messages, ...publicTexts.messages },
    missing: [...publicTexts.missing, ...letters.missing],
  };
  loaded.set(language, catalogue);
  return catalogue;
}

function merge(base: Messages, own: Messages): { messages: Messages; missing: string[] } {
  const messages = Object.entries({ ...base, ...own }).map(([key, text]) => [key, cleanMarkup(text)] as const);
  return { messages: Object.fromEntries(messages), missing: Object.keys(base).filter((key) => !(key in own)) };
}

function publicOf(language: CatalogueFiles): Messages {
  return {
    ...language.errors,
    ...language.groups,
    ...language.order,
    ...language.steps,
    ...language.transactions,
    ...language.embedding,
    ...language.account,
    ...language.widget,
  };
}
