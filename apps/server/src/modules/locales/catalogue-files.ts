import type { Language } from '@causeway/domain/languages/languages';
import enAccount from './catalogues/en/account.json' with { type: 'json' };
import enEmbedding from './catalogues/en/embedding.json' with { type: 'json' };
import enErrors from './catalogues/en/errors.json' with { type: 'json' };
import enGroups from './catalogues/en/groups.json' with { type: 'json' };
import enLetters from './catalogues/en/letters.json' with { type: 'json' };
import enOrder from './catalogues/en/order.json' with { type: 'json' };
import enSteps from './catalogues/en/steps.json' with { type: 'json' };
import enTransactions from './catalogues/en/transactions.json' with { type: 'json' };
import enWidget from './catalogues/en/widget.json' with { type: 'json' };
import esAccount from './catalogues/es/account.json' with { type: 'json' };
import esEmbedding from './catalogues/es/embedding.json' with { type: 'json' };
import esErrors from './catalogues/es/errors.json' with { type: 'json' };
import esGroups from './catalogues/es/groups.json' with { type: 'json' };
import esLetters from './catalogues/es/letters.json' with { type: 'json' };
import esOrder from './catalogues/es/order.json' with { type: 'json' };
import esSteps from './catalogues/es/steps.json' with { type: 'json' };
import esTransactions from './catalogues/es/transactions.json' with { type: 'json' };
import esWidget from './catalogues/es/widget.json' with { type: 'json' };
import ukAccount from './catalogues/uk/account.json' with { type: 'json' };
import ukEmbedding from './catalogues/uk/embedding.json' with { type: 'json' };
import ukErrors from './catalogues/uk/errors.json' with { type: 'json' };
import ukGroups from './catalogues/uk/groups.json' with { type: 'json' };
import ukLetters from './catalogues/uk/letters.json' with { type: 'json' };
import ukOrder from './catalogues/uk/order.json' with { type: 'json' };
import ukSteps from './catalogues/uk/steps.json' with { type: 'json' };
import ukTransactions from './catalogues/uk/transactions.json' with { type: 'json' };
import ukWidget from './catalogues/uk/widget.json' with { type: 'json' };

/** ICU messages by key. */
export type Messages = Readonly<Record<string, string>>;

/** The texts of a language by their use. E-mail texts never leave the server. */
export interface CatalogueFiles {
  widget: Messages;
  /** Merchants' pages, the app around the widget, old browsers. */
  embedding: Messages;
  errors: Messages;
  /** Names of payment groups. */
  groups: Messages;
  letters: Messages;
  /** Sign-in beyond the first step, settings, company agreement. */
  account: Messages;
  /** Payment and page of an order. */
  order: Messages;
  /** What the exchange opens and the steps after it. */
  steps: Messages;
  /** The lists of transactions. */
  transactions: Messages;
}

/** The languages with texts of their own; the others use English. */
export const catalogueFiles = {
  en: {
    account: enAccount,
    widget: enWidget,
    embedding: enEmbedding,
    errors: enErrors,
    groups: enGroups,
    letters: enLetters,
    order: enOrder,
    steps: enSteps,
    transactions: enTransactions,
  },
  es: {
    account: esAccount,
    widget: esWidget,
    embedding: esEmbedding,
    errors: esErrors,
    groups: esGroups,
    letters: esLetters,
    order: esOrder,
    steps: esSteps,
    transactions: esTransactions,
  },
  uk: {
    account: ukAccount,
    widget: ukWidget,
    embedding: ukEmbedding,
    errors: ukErrors,
    groups: ukGroups,
    letters: ukLetters,
    order: ukOrder,
    steps: ukSteps,
    transactions: ukTransactions,
  },
} satisfies Partial<Record<Language, CatalogueFiles>>;
