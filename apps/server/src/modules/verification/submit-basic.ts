import type { ClientLevel } from '@causeway/domain/clients/client-level';
import type { Language } from '@causeway/domain/languages/languages';
import { isWizardEnabled } from '@causeway/domain/verification/wizards';
import type { KeyObject } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { sealText } from '../../secrets/seal-text.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { keepMarks } from '../screening/person-marks.ts';
import { keepConsents } from '../consents/keep-consents.ts';
import { openClientKey } from '../client-keys/client-keys.ts';
import { queueSecurityEmail } from '../clients/queue-security-email.ts';
import { holdClient, saveName } from '../clients/store.ts';
import { listCountries } from '../countries/routes.ts';
import { statesOf } from '../countries/states.ts';
import { raiseLevel, readFacts } from './client-facts.ts';
import { judgeBasic, tidyBasic, type BasicFields, type Countries } from './rules.ts';
import type { BasicName } from '@causeway/domain/verification/basic-names';
import { holdVerification, saveFields, saveStatus } from './store.ts';

export type TypedBasic = Readonly<Partial<Record<BasicName, string | undefined>>>;

/** Keeps what was typed of the basic data, so that another device goes on with it. @throws Refusal WIZARD_LOCKED */
export async function draftBasic(context: AppContext, clientId: string, typed: TypedBasic): Promise<void> {
  const fields = tidyBasic(typed, countriesOf(context));
  const key = await openClientKey(context, clientId);
  await context.db.transaction().execute((trx) => keepBasic(context, trx, { clientId, fields, key }));
}

/**
 * Takes name, birthday and address. They are believed until a document says otherwise, so the level rises at once. A
 * name that is on a list of sanctioned people waits for a person first, and the client reads no more than that.
 *
 * @returns the level as it is now
 * @throws Refusal with an item for each wrong field, WIZARD_LOCKED
 */
export async function submitBasic(
  context: AppContext,
  clientId: string,
  { typed, consent }: { typed: TypedBasic; consent: { isGiven: boolean; language: Language } },
): Promise<ClientLevel> {
  const countries = countriesOf(context);
  const fields = tidyBasic(typed, countries);
  const now = context.clock.now();
  const faults = judgeBasic(fields, countries, now);
  if (faults.length > 0) throw new Refusal(faults);
  const key = await openClientKey(context, clientId);
  const name = `${fields.first_name} ${fields.last_name}`;
  const [hit] = await context.providers.sanctions.find(name);
  return context.db.transaction().execute(async (trx) => {
    const verificationId = await keepBasic(context, trx, { clientId, fields, key });
    if (hit === undefined) await saveStatus(trx, verificationId, 'approved', { submittedAt: now, decidedAt: now });
    else {
      await saveStatus(trx, verificationId, 'uploaded', { submittedAt: now });
      const { client } = await readFacts(trx, clientId);
      await raiseAlarm(context, trx, { kind: 'sanctions_hit', subject: client.niceId, details: { list: hit.list } });
    }
    await keepMarks(context, trx, clientId, { name, birthday: fields.birthday });
    await queueSecurityEmail(context, trx, clientId, 'basic-given');
    await saveName(trx, clientId, { firstName: fields.first_name, lastName: fields.last_name });
    if (consent.isGiven)
      await keepConsents(context, trx, { clientId, language: consent.language, given: [{ purpose: 'own_use' }] });
    return raiseLevel(context, trx, clientId);
  });
}

async function keepBasic(
  context: AppContext,
  trx: Executor,
  { clientId, fields, key }: { clientId: string; fields: BasicFields; key: KeyObject },
): Promise<string> {
  await holdClient(trx, clientId);
  const { client, flags, isDone } = await readFacts(trx, clientId);
  if (isDone('basic') || !isWizardEnabled('basic', client.level, flags)) throw new Refusal({ code: 'WIZARD_LOCKED' });
  const fresh = { verificationId: newUuid(context), createdAt: context.clock.now() };
  const row = await holdVerification(trx, { clientId, wizard: 'basic', walletId: '' }, fresh);
  if (row.status === 'uploaded' || row.status === 'rejected') throw new Refusal({ code: 'WIZARD_LOCKED' });
  await saveFields(trx, row.verificationId, sealText(key, context.random, JSON.stringify(fields)));
  return row.verificationId;
}

function countriesOf({ config }: Pick<AppContext, 'config'>): Countries {
  const known = new Map(listCountries(config, 'en').map((country) => [country.code, country]));
  return {
    isKnown: (code) => known.has(code),
    isRestricted: (code) => known.get(code)?.isRestricted === 1,
    statesOf,
  };
}
