import type { KeyObject } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { Applicant } from '../../providers/identity-check/port.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { sealText } from '../../secrets/seal-text.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { openClientKey } from '../client-keys/client-keys.ts';
import { isSameName } from '../screening/name-parts.ts';
import { keepMarks, type PersonFacts } from '../screening/person-marks.ts';
import { holdClient, type ClientRecord } from '../clients/store.ts';
import { raiseLevel } from '../verification/client-facts.ts';
import { decideWizard } from '../verification/decide-wizard.ts';
import { readFields } from '../verification/read-fields.ts';
import {
  findVerification,
  listVerifications,
  saveFields,
  saveReview,
  saveStatus,
  type VerificationRow,
} from '../verification/store.ts';
import { effectOf, nextLook, type Effect } from './rules.ts';
import { type CheckRow, findCheck, saveCheck } from './store.ts';

/** An answer that others overtake so often is asked for again later. */
const turnsMost = 5;

/**
 * Asks the provider itself, whatever a webhook says, and applies its answer. It is asked once more where another answer
 * was applied meanwhile: the older of two may come last, and is over.
 *
 * @returns the answer that was applied
 * @throws ProviderError
 */
export async function askAndApply(
  context: AppContext,
  checkId: string,
  ask: () => Promise<Applicant>,
): Promise<Applicant> {
  for (let turn = 0; turn < turnsMost; turn += 1) {
    const seen = await findCheck(context.db, { checkId });
    const applicant = await ask();
    if (await applyVerdict(context, seen, applicant)) return applicant;
  }
  throw new ProviderError(context.providers.identityCheck?.name ?? '', 'unknown', { code: 'answer_overtaken' });
}

/**
 * Applies an answer of the provider. The same answer again changes nothing.
 *
 * @param known the check as it was before the provider was asked
 * @returns false where another answer was applied since, and nothing is done
 */
async function applyVerdict(context: AppContext, known: CheckRow | undefined, applicant: Applicant): Promise<boolean> {
  if (known === undefined || applicant.reference !== known.checkId) {
    await alarmUnknown(context, applicant.id, 'not_ours');
    return true;
  }
  const { checkId } = known;
  // The vault is asked before anything is held.
  const key = await openClientKey(context, known.clientId);
  const doubts =
    applicant.verdict === 'approved' ? await findDoubts(context, known.clientId, { applicant, key }) : none;
  return context.db.transaction().execute(async (trx) => {
    const client = await holdClient(trx, known.clientId);
    const check = await findCheck(trx, { checkId }, { lock: true });
    const row = await findVerification(trx, known.verificationId, { lock: true });
    if (check === undefined || row === undefined) return true;
    const { verdict, answerId, labels } = applicant;
    if (client === undefined || (await isClosed(trx, known.clientId))) {
      await saveCheck(trx, checkId, { nextLookAt: null });
      return true;
    }
    if (!isUntouched(check, known)) return false;
    const isKnown = answerId !== '' && answerId === check.answerId;
    const effect = effectOf({
      verdict,
      isKnown,
      status: row.status,
      checkedBy: row.checkedBy,
      isDoubtful: doubts.isDoubtful,
    });
    await carryOut(context, trx, { row, client }, { effect, applicant, key });
    if (verdict === 'approved') await keepMarks(context, trx, known.clientId, doubts.person);
    if (effect === 'hold' && doubts.list !== '')
      await raiseAlarm(context, trx, {
        kind: 'sanctions_hit',
        subject: client.niceId,
        details: { list: doubts.list },
      });
    if (row.status === 'approved' && verdict !== 'approved' && verdict !== 'pending' && verdict !== check.status)
      await raiseAlarm(context, trx, {
        kind: 'identity_check',
        subject: client.niceId,
        details: { what: 'taken_back' },
      });
    const now = context.clock.now();
    const since = verdict === check.status ? check.updatedAt : now;
    await saveCheck(trx, checkId, {
      applicantId: applicant.id,
      status: verdict,
      labels: labels.join(' '),
      updatedAt: since,
      nextLookAt: nextLook(verdict, since, now),
      ...(answerId !== '' && { answerId }),
    });
    return true;
  });
}

/** Every answer that is applied moves the next look. */
function isUntouched(check: CheckRow, known: CheckRow): boolean {
  const isSameAnswer = check.status === known.status && check.answerId === known.answerId;
  return isSameAnswer && check.nextLookAt?.getTime() === known.nextLookAt?.getTime();
}

/** Why an approval needs a person too, and by what the client is recognised in another account. */
interface Doubts {
  isDoubtful: boolean;
  /** The list that has the name; empty where none has. */
  list: string;
  person: PersonFacts;
}
const none: Doubts = { isDoubtful: false, list: '', person: { name: '', birthday: '' } };

async function findDoubts(
  context: AppContext,
  clientId: string,
  { applicant, key }: { applicant: Applicant; key: KeyObject },
): Promise<Doubts> {
  const basic = (await listVerifications(context.db, clientId)).find(({ wizard }) => wizard === 'basic');
  const { first_name: first = '', last_name: last = '', birthday = '' } = readFields(key, basic?.sealedFields ?? '');
  const given = `${first} ${last}`.trim();
  const shown = paperName(applicant);
  const { sanctions } = context.providers;
  const [hit] = [...(await sanctions.find(shown)), ...(await sanctions.find(given))];
  const person = {
    name: shown === '' ? given : shown,
    birthday: applicant.papers.birthday === '' ? birthday : applicant.papers.birthday,
    documentNumber: applicant.papers.documentNumber,
  };
  return { isDoubtful: hit !== undefined || !isSameName(given, shown), list: hit?.list ?? '', person };
}

function paperName({ papers }: Applicant): string {
  return `${papers.firstName} ${papers.lastName}`.trim();
}

/** An applicant that no check of ours stands for: it is named, and nothing is done for it. */
export async function alarmUnknown(context: AppContext, applicantId: string, what: string): Promise<void> {
  await raiseAlarm(context, context.db, { kind: 'identity_check', subject: applicantId, details: { what } });
}

async function carryOut(
  context: AppContext,
  trx: Executor,
  held: { row: VerificationRow; client: ClientRecord },
  { effect, applicant, key }: { effect: Effect; applicant: Applicant; key: KeyObject },
): Promise<void> {
  const { verificationId } = held.row;
  if (effect === 'none') return;
  if (effect === 'wait') {
    const checkedBy = context.providers.identityCheck?.name ?? '';
    await saveReview(trx, verificationId, { claimedBy: '', checkedBy, firstApprovedBy: '', sealedComments: '' });
    await saveStatus(trx, verificationId, 'uploaded', { submittedAt: context.clock.now() });
  } else if (effect === 'reopen') {
    await saveReview(trx, verificationId, { checkedBy: '' });
    await saveStatus(trx, verificationId, applicant.verdict === 'retry' ? 'declined' : 'new', {});
  } else if (effect === 'hold') {
    // For the client it is looked at; the people who do see the provider's answer and the name on the papers.
    const fields = sealText(key, context.random, JSON.stringify({ paper_name: paperName(applicant) }));
    await saveFields(trx, verificationId, fields);
    await saveReview(trx, verificationId, { claimedBy: '', checkedBy: '', firstApprovedBy: '', sealedComments: '' });
    await saveStatus(trx, verificationId, 'uploaded', { submittedAt: context.clock.now() });
  } else if (effect === 'approve') {
    await decideWizard(context, trx, held, { status: 'approved', of: [] });
    await raiseLevel(context, trx, held.client.clientId);
  } else {
    const comments = effect === 'ask again' && applicant.comment !== '' ? { idcheck: applicant.comment } : {};
    const sealedComments = sealText(key, context.random, JSON.stringify(comments));
    await saveReview(trx, verificationId, { sealedComments });
    await decideWizard(context, trx, held, { status: effect === 'reject' ? 'rejected' : 'declined', of: [] });
  }
}

async function isClosed(trx: Executor, clientId: string): Promise<boolean> {
  const row = await trx.selectFrom('clients').select('deletedAt').where('clientId', '=', clientId).executeTakeFirst();
  return row === undefined || row.deletedAt !== null;
}
