import type { NotificationSwitch } from '@causeway/contract/shapes/notification-switches';
import type { Language } from '@causeway/domain/languages/languages';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';

const textOfSwitch = (name: NotificationSwitch) => `tpl:settings:subscription:${name}` as const;

/** What clients agree to, by the text beside the box. `company` has its words in the agreement's own version. */
export const consentTexts = {
  terms: 'tpl:auth:terms',
  news: textOfSwitch('isNews'),
  offers: textOfSwitch('isOffers'),
  company: 'tpl:company_changes:agree',
  rate: 'tpl:address:agree_rate',
  own_account: 'tpl:address:agree_account',
  own_wallet: 'tpl:address:agree_wallet',
  compared_address: 'tpl:address:agree_address',
  keep_card: 'tpl:card:remember_agree',
  licensed_partner: 'tpl:address:agree_zerohash',
  own_decision: 'tpl:address:agree_elderly',
  own_use: 'tpl:verification:own_use',
  documents: 'tpl:verification:documents_agree',
} as const;
export type ConsentPurpose = keyof typeof consentTexts;
/** What is said of an agreement that was another person's. */
export const textOfClaim = 'tpl:auth:claimed';

export interface GivenConsent {
  purpose: ConsentPurpose;
  /** Where the box has another text than usual. */
  textKey?: string;
  /** Placeholders of the text. */
  values?: Readonly<Record<string, string>>;
  /** Words that were shown with the text, such as a whole agreement. */
  shown?: string;
  /** What it is for: number of an order, version of an agreement. */
  subject?: string;
  /** It was withdrawn. */
  isWithdrawn?: boolean;
}

/**
 * Writes down what a client agreed to or withdrew, when, and in which words, in the transaction of the act that it is
 * for. A changed wording is a text of its own.
 */
export async function keepConsents(
  context: Pick<AppContext, 'clock' | 'random' | 'texts'>,
  trx: Executor,
  { clientId, language, given }: { clientId: string; language: Language; given: readonly GivenConsent[] },
): Promise<void> {
  await write(context, trx, { clientId, language, given: withTexts(given), agreedAt: context.clock.now() });
}

/** A purpose is whatever the row before says, where one is ended. */
type WrittenConsent = Omit<GivenConsent, 'purpose' | 'textKey'> & { purpose: string; textKey: string };

const withTexts = (given: readonly GivenConsent[]): WrittenConsent[] =>
  given.map((one) => ({ ...one, textKey: one.textKey ?? consentTexts[one.purpose] }));

async function write(
  context: Pick<AppContext, 'random' | 'texts'>,
  trx: Executor,
  {
    clientId,
    language,
    given,
    agreedAt,
  }: { clientId: string; language: Language; given: readonly WrittenConsent[]; agreedAt: Date },
): Promise<void> {
  if (given.length === 0) return;
  const clock = { now: () => agreedAt };
  const rows = given.map(({ purpose, textKey, values, shown, subject = '', isWithdrawn = false }) => {
    const words = [shown, context.texts.say(language, textKey, values)].filter((text) => text !== undefined).join('\n');
    const textSha256 = createHash('sha256').update(words).digest('hex');
    return { purpose, textKey, language, words, textSha256, subject, isGiven: !isWithdrawn };
  });
  await trx
    .insertInto('consentTexts')
    .values(
      // In one order for every caller: two that bring the same new wordings do not wait for each other in a circle.
      rows
        .map(({ textSha256, textKey, words }) => ({ textSha256, textKey, language, words, firstUsedAt: agreedAt }))
        .toSorted((one, other) => (one.textSha256 < other.textSha256 ? -1 : 1)),
    )
    .onConflict((conflict) => conflict.column('textSha256').doNothing())
    .execute();
  await trx
    .insertInto('consents')
    .values(
      rows.map(({ words: _words, ...row }) => ({
        ...row,
        consentId: newUuid({ ...context, clock }),
        clientId,
        agreedAt,
      })),
    )
    .execute();
}

/** Whether a client's last word on something is that it agrees; with `subject`, on that alone. */
export async function hasConsent(
  executor: Executor,
  clientId: string,
  purpose: ConsentPurpose,
  subject?: string,
): Promise<boolean> {
  const row = await executor
    .selectFrom('consents')
    .select('isGiven')
    .where('clientId', '=', clientId)
    .where('purpose', '=', purpose)
    .$if(subject !== undefined, (of) => of.where('subject', '=', subject ?? ''))
    .orderBy('agreedAt', 'desc')
    .orderBy('consentId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.isGiven ?? false;
}

/**
 * Ends the consents of the person who registered an e-mail address, and records that its owner agrees to the terms
 * when claiming the account. The rows of before stay: each is followed by one that says whose it was not.
 */
export async function moveConsents(
  context: Pick<AppContext, 'clock' | 'config' | 'random' | 'texts'>,
  trx: Executor,
  { clientId, language }: { clientId: string; language: Language },
): Promise<void> {
  const rows = await trx
    .selectFrom('consents')
    .distinctOn(['purpose', 'subject'])
    .select(['purpose', 'subject', 'isGiven', 'agreedAt'])
    .where('clientId', '=', clientId)
    .orderBy('purpose')
    .orderBy('subject')
    .orderBy('agreedAt', 'desc')
    .orderBy('consentId', 'desc')
    .execute();
  const strangers = rows
    .filter(({ isGiven }) => isGiven)
    .map(({ purpose, subject }) => ({ purpose, subject, textKey: textOfClaim, isWithdrawn: true }));
  // The last word counts, and the clock has milliseconds: each of the three has one of its own.
  const last = Math.max(context.clock.now().getTime(), ...rows.map(({ agreedAt }) => agreedAt.getTime() + 1));
  await write(context, trx, { clientId, language, given: strangers, agreedAt: new Date(last) });
  const given = withTexts(consentsOfCode(context.config));
  await write(context, trx, { clientId, language, given, agreedAt: new Date(last + 1) });
}

/** What the line above the button of the e-mailed code says, which the button agrees to. */
export function consentsOfCode(config: Parameters<typeof consentsOfSignUp>[0]): GivenConsent[] {
  return consentsOfSignUp(config).map((given) => ({ ...given, textKey: 'tpl:auth:terms_line' }));
}

/** What the box of a new account says. */
export function consentsOfSignUp(
  { TERMS_URL: terms = '', PRIVACY_URL: privacy = '' }: Pick<AppContext['config'], 'TERMS_URL' | 'PRIVACY_URL'>,
  isNews = false,
): GivenConsent[] {
  const news: GivenConsent = { purpose: 'news', textKey: 'tpl:auth:news' };
  return [{ purpose: 'terms', values: { terms, privacy } }, ...(isNews ? [news] : [])];
}
