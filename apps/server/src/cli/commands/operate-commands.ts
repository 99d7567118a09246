import { formatUnits } from '@causeway/domain/currencies/format-units';
import { forTerminal } from '../run-program.ts';
import type { AppContext } from '../../context.ts';
import { clearByHand, listAlarms } from '../../modules/operating/alarms.ts';
import { acceptPrice, trustClock } from '../../modules/operating/accept-price.ts';
import { approveCase, askAgain, rejectCase } from '../../modules/operating/decide-case.ts';
import { settleForgottenPayment } from '../../modules/operating/forgotten/settle-payment.ts';
import { bookKeptMoney, freeHeldMoney, listKeptMoney } from '../../modules/operating/kept-money.ts';
import { returnHeldOrder, listHeldOrders, releaseOrder } from '../../modules/operating/decide-held-order.ts';
import { endForgottenSecrets } from '../../modules/operating/forgotten/end-secrets.ts';
import { endAllSessions, endClientSessions, reopenBasic } from '../../modules/operating/stolen-access.ts';
import {
  creditPayoutToBalance,
  listBlockedPayouts,
  retryPayout,
  settleByHand,
  stopPayout,
} from '../../modules/operating/blocked-payouts.ts';
import { listUnplacedTransfers, placeTransfer, sendTransferBack } from '../../modules/operating/unplaced-transfers.ts';
import { findAddress } from '../../modules/address-recovery/find-address.ts';
import { closeCoins, listCoins, returnCoins } from '../../modules/unknown-coins/settle-unknown-coins.ts';
import { findOrderByNumber } from '../../modules/order-numbers/find-order.ts';
import { loadSanctions } from '../../modules/operating/load-sanctions.ts';
import { bookForgotten } from '../../modules/operating/forgotten/book-forgotten.ts';
import { recoverFrom } from '../../modules/address-recovery/recover-addresses.ts';
import { releasePayouts } from '../../modules/operating/release-payouts.ts';
import type { OperatorRole } from '../../modules/operators/operators.ts';
import { describeHolds } from '../../modules/payout-holds/store.ts';
import {
  claimCase,
  commentDocument,
  commentField,
  listCases,
  releaseCase,
  revokeIdentity,
} from '../../modules/operating/review-cases.ts';
import { readCase, showDocument } from '../../modules/operating/read-case.ts';
import { reseal } from '../../modules/operating/reseal.ts';
import { closeSupportCase, listSupportCases, readSupportCase } from '../../modules/operating/support-cases.ts';

/** What the program prints without a command. */
export const usage = `Decides what no rule can: about money, documents, and whether clients stay signed in. Whoever changes something, or reads what is personal, gives a name, --by <name>, and has its key in OPERATOR_KEY
  alarms                        what is open
  clear-alarm <kind> <subject> <reason>  you have looked at it; the others end with their cause
  find-order <number>           the order that a client names: "CW-4821 3907"; other commands take the number too
  find-address <address> <reason>  whose it is, or who was paid there, and where its key is
  unknown-coins                 coins on clients' addresses that no book takes
  coins-returned <coins> <transaction>  you have sent them back by hand; the transaction is looked up
  close-coins <coins> <reason>  nothing is to be done for them
  transfers                     bank transfers that belong to nobody
  place <transfer> <order>      this transfer is this order's
  return <transfer>             it goes back to its sender now
  payouts                       pay-outs that are held, stopped or failed
  retry <order>                 a refused card pay-out is sent once more
  stop <order>                  it is not sent, and its client cannot cancel it: before you pay it yourself
  to-balance <order>            its money goes onto the client's balance
  by-hand <order> <proof>       you have paid it yourself
  held                          orders that wait for a person
  release <order>               a held order is exchanged at its price
  give-back <order>             its money goes back to its payer
  trust-clock                   the clock that went back is right
  accept-price <asset> <eur>    this price is right: BTC 58214.60
  kept                          clients' money that waits: held, left by a closed account, or small deposits
  free-held <client> <currency> <held|small>  it is the client's again
  book-kept <client> <currency> <held|left|small> <reason>  it is the house's
  chain-holds                   why a chain, the bank or an acquirer pays nothing out, and what was found
  book-forgotten <chain> <transaction> <client> <amount> <currency>  the client spent this balance for it
  settle-payment <acquirer|bank> <payment> <client|back|house|lost|won>  one that a restore forgot; where that asks,
                                --although <transaction>: that one was sent for something else; place takes it too
  release-chain <chain> <own>   it goes on; <own> of what the books did not know are the house's; where it or book-forgotten
                                asks, --although <order>: what went to its address was for another; <transaction>: it waits
  recover-addresses <chain> <height>  searches blocks for payments to addresses that a restore forgot
  cases                         documents that wait for a person
  claim-case <case>             you look at it, and nobody else
  release-case <case>           it is in the queue again
  read-case <case> <reason>     what the client typed and sent
  show-document <document> <file> <reason>  writes it, decrypted, into a new file
  comment-field <case> <field> <comment>  what is wrong with it
  comment-document <document> <comment>  the same of a file
  approve-case <case>           the level rises; an identity takes two people
  ask-again <case>              the client sends anew what has a comment
  reject-case <case> <reason>   refused for good; the reason is for the record
  reopen-basic <client> <reason>  name, birthday and address are asked again: a thief may have typed them
  revoke-identity <client> <reason>  its approval was wrong: the level falls
  support                       messages to support that are open
  read-support <number> <reason>  what one says, and where the answer goes: "S-4821 3907"
  close-support <number>        it is answered
  load-sanctions <list> <date> <file>  names of sanctioned people, one a line; every client is compared
  end-sessions <client>         signs one client out everywhere: number or e-mail
  end-all-sessions              signs every client out
  end-forgotten-secrets <file>  passwords, factors, logins and decided pay-outs that a restore brought back, by the security log of the time since
  seal-anew                     seals with ACCESS_TOKEN_SECRET what those of PREVIOUS_ACCESS_TOKEN_SECRETS sealed`;

type Run = (context: AppContext, operator: string, given: readonly string[]) => Promise<string>;

export interface Command {
  takes: number;
  /** Whom it needs; a command without one only reads, and nothing personal. */
  role?: OperatorRole;
  run: Run;
}

export const commands: Readonly<Record<string, Command>> = {
  alarms: {
    takes: 0,
    run: async (context) =>
      table(
        (await listAlarms(context)).map((row) => [
          row.kind,
          row.subject,
          JSON.stringify(row.details),
          row.raisedAt.toISOString(),
        ]),
      ),
  },
  'clear-alarm': audited('money', 3, (context, operator, [kind = '', subject = '', reason = '']) =>
    clearByHand(context, { kind, subject, reason, operator }),
  ),
  'find-order': { takes: 1, run: async (context, _operator, [text = '']) => findOrderByNumber(context, text) },
  'find-address': audited('money', 2, (context, operator, [text = '', reason = '']) =>
    findAddress(context, { text, operator, reason }),
  ),
  'unknown-coins': { takes: 0, run: async (context) => table(await listCoins(context)) },
  'coins-returned': audited('money', 2, returnCoins),
  'close-coins': audited('money', 2, closeCoins),
  transfers: audited('money', 0, async (context, operator) =>
    table(
      (await listUnplacedTransfers(context, { operator })).map((row) => [
        row.outsideId,
        withCode(row.amount, row.currency),
        row.senderName,
        row.senderIban,
        row.reference,
        row.bookedAt.toISOString(),
        row.isHeld ? 'is held: settle-payment' : writeReturn(row.returnAfter),
      ]),
    ),
  ),
  place: audited('money', 2, (context, operator, [outsideId = '', niceId = '', ...although]) =>
    placeTransfer(context, { outsideId, niceId, operator, although }),
  ),
  return: audited('money', 1, (context, operator, [outsideId = '']) =>
    sendTransferBack(context, { outsideId, operator }),
  ),
  payouts: {
    takes: 0,
    run: async (context) =>
      table(
        (await listBlockedPayouts(context)).map((row) => [
          row.niceId,
          row.method,
          withCode(row.amount, row.currency),
          row.reason,
          row.since.toISOString(),
        ]),
      ),
  },
  retry: audited('money', 1, (context, operator, [niceId = '']) => retryPayout(context, { niceId, operator })),
  stop: audited('money', 1, (context, operator, [niceId = '']) => stopPayout(context, { niceId, operator })),
  'to-balance': audited('money', 1, (context, operator, [niceId = '']) =>
    creditPayoutToBalance(context, { niceId, operator }),
  ),
  'by-hand': audited('money', 2, (context, operator, [niceId = '', proof = '']) =>
    settleByHand(context, { niceId, operator, proof }),
  ),
  held: {
    takes: 0,
    run: async (context) =>
      table(
        (await listHeldOrders(context)).map((row) => [
          row.niceId,
          row.reason,
          JSON.stringify(row.details),
          row.heldAt.toISOString(),
        ]),
      ),
  },
  release: audited('money', 1, (context, operator, [niceId = '']) => releaseOrder(context, { niceId, operator })),
  'give-back': audited('money', 1, (context, operator, [niceId = '']) =>
    returnHeldOrder(context, { niceId, operator }),
  ),
  'trust-clock': audited('money', 0, (context, operator) => trustClock(context, { operator })),
  'accept-price': audited('money', 2, (context, operator, [asset = '', eur = '']) =>
    acceptPrice(context, { asset, eur, operator }),
  ),
  kept: {
    takes: 0,
    run: async (context) =>
      table(
        (await listKeptMoney(context)).map((kept) => [kept.client, kept.why, withCode(kept.amount, kept.currency)]),
      ),
  },
  'free-held': audited('money', 3, (context, operator, [client = '', currency = '', why = '']) =>
    freeHeldMoney(context, { client, currency, why, operator }),
  ),
  'book-kept': audited('money', 4, (context, operator, [client = '', currency = '', why = '', reason = '']) =>
    bookKeptMoney(context, { client, currency, why, operator, reason }),
  ),
  'chain-holds': { takes: 0, run: async (context) => table(await describeHolds(context.db)) },
  'book-forgotten': audited('money', 5, bookForgotten),
  'settle-payment': audited('money', 3, settleForgottenPayment),
  'recover-addresses': audited('money', 2, (context, operator, [chain = '', height = '']) =>
    recoverFrom(context, { chain, height, operator }),
  ),
  'release-chain': audited('money', 2, (context, operator, [chain = '', own = '', ...although]) =>
    releasePayouts(context, { chain, operator, own, although }),
  ),
  cases: {
    takes: 0,
    run: async (context) =>
      table(
        (await listCases(context)).map((row) => [
          row.verificationId,
          row.wizard,
          row.niceId,
          row.level,
          row.submittedAt?.toISOString() ?? '',
          row.claimedBy === '' ? 'waits' : `claimed by ${row.claimedBy}`,
          ...(row.firstApprovedBy === '' ? [] : [`approved once by ${row.firstApprovedBy}`]),
        ]),
      ),
  },
  'load-sanctions': audited('cases', 3, (context, operator, [list = '', date = '', file = '']) =>
    loadSanctions(context, { list, date, file, operator }),
  ),
  'claim-case': audited('cases', 1, (context, operator, [caseId = '']) => claimCase(context, { caseId, operator })),
  'release-case': audited('cases', 1, (context, operator, [caseId = '']) => releaseCase(context, { caseId, operator })),
  'read-case': audited('cases', 2, async (context, operator, [caseId = '', reason = '']) =>
    table(await readCase(context, { caseId, operator, reason })),
  ),
  'show-document': audited('cases', 3, (context, operator, [documentId = '', file = '', reason = '']) =>
    showDocument(context, { documentId, file, reason, operator }),
  ),
  'comment-field': audited('cases', 3, (context, operator, [caseId = '', field = '', comment = '']) =>
    commentField(context, { caseId, field, comment, operator }),
  ),
  'comment-document': audited('cases', 2, (context, operator, [documentId = '', comment = '']) =>
    commentDocument(context, { documentId, comment, operator }),
  ),
  'approve-case': audited('cases', 1, (context, operator, [caseId = '']) => approveCase(context, { caseId, operator })),
  'ask-again': audited('cases', 1, (context, operator, [caseId = '']) => askAgain(context, { caseId, operator })),
  'reject-case': audited('cases', 2, (context, operator, [caseId = '', reason = '']) =>
    rejectCase(context, { caseId, operator, reason }),
  ),
  'reopen-basic': audited('cases', 2, reopenBasic),
  'revoke-identity': audited('cases', 2, revokeIdentity),
  support: { takes: 0, run: async (context) => table(await listSupportCases(context)) },
  'read-support': audited('cases', 2, async (context, operator, [number = '', reason = '']) =>
    table(await readSupportCase(context, { number, operator, reason })),
  ),
  'close-support': audited('cases', 1, (context, operator, [number = '']) =>
    closeSupportCase(context, { number, operator }),
  ),
  'end-sessions': audited('keys', 1, async (context, operator, [client = '']) =>
    sessionsEnded(await endClientSessions(context, { client, operator })),
  ),
  'seal-anew': audited('keys', 0, async (context, operator) =>
    table(
      (await reseal(context, { operator })).map(({ table: name, sealed, lost }) => [
        name,
        `${sealed} sealed anew`,
        `${lost} that no secret opens`,
      ]),
    ),
  ),
  'end-forgotten-secrets': audited('keys', 1, (context, operator, [file = '']) =>
    endForgottenSecrets(context, { file, operator }),
  ),
  'end-all-sessions': audited('keys', 0, async (context, operator) =>
    sessionsEnded(await endAllSessions(context, { operator })),
  ),
};

const sessionsEnded = (count: number) => `Sessions ended: ${count}.`;

/** A command that changes something or shows personal data: it leaves a row with a name. */
function audited(
  role: OperatorRole,
  takes: number,
  carryOut: (context: AppContext, operator: string, given: readonly string[]) => Promise<string | void>,
): Command {
  const run: Run = async (context, operator, given) => {
    return (await carryOut(context, operator, given)) ?? 'Done. The server carries it out.';
  };
  return { takes, role, run };
}

function writeReturn(at: Date | null): string {
  return at === null ? 'does not go back by itself' : `goes back ${at.toISOString()}`;
}

function withCode(amount: bigint, code: string): string {
  return `${formatUnits(amount, code)} ${code}`;
}

/** Rows for a person: a value of many lines is no row of its own, and moves no cursor: strangers wrote it too. */
export function table(rows: readonly (readonly string[])[]): string {
  const printable = (value: string) => forTerminal(value.replaceAll(/\r?\n/g, '\n  | '));
  return rows.length === 0 ? 'None.' : rows.map((row) => row.map(printable).join('  ')).join('\n');
}
