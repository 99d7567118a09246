import { afterEach, describe, expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openCardWorld } from './fixtures/open-card-world.ts';

const world = await openCardWorld();
const access = await world.signIn();
afterEach(() => expectSound(world));

async function open(payinCase: 'sofort' | 'wallet') {
  const niceId = await world.order(access, payinCase);
  const { purchase_url: page = '', ...shape } = await world.shapeOf(niceId, access);
  return { niceId, page, shape };
}

describe('4.7-03 paying on the page of a bank', () => {
  const answers = { bank: 'Sandbox Bank', login: 'sam', pin: '1234', tan: '123456' };

  test('3-37 leads to its page; bank, log-in and TAN pay', async () => {
    const { niceId, page, shape } = await open('sofort');
    expect(page).toContain('/sofort/pay/');
    expect(shape).toEqual({ payment_url: `/onramp/o/${niceId}/pay`, provider: 'sofort_one' });
    expect(await world.answerPage(page, answers)).toContain(`/order-status/${niceId}`);
    await world.until(niceId, 'processing');
    expect(await world.creditsOf(niceId)).toBe(1);
  });

  test('a bank that pays later is credited later', async () => {
    const { niceId, page } = await open('sofort');
    await world.answerPage(page, { ...answers, bank: 'Patient Bank' });
    expect((await world.read(niceId)).status).toBe('payin_pending');
    await world.until(niceId, 'processing');
  });

  test('a wrong TAN is a decline, and the next one pays', async () => {
    const { niceId, page } = await open('sofort');
    await world.answerPage(page, { ...answers, tan: '000000' });
    await world.work({ isEarly: true });
    expect(await world.read(niceId, access)).toMatchObject({
      payment_status: 'declined',
      payment_decline_reason: 'authentication_failed',
    });
    await world.answerPage(page, answers);
    await world.until(niceId, 'processing');
  });

  test('money that comes after the order ended goes back', async () => {
    const { niceId } = await open('sofort');
    const payment = await world.paymentOf(niceId);
    await world.call(`/onramp/o/${niceId}/cancel`, {}, access);
    await world.sandbox.settlePayment(payment, 'approved');
    await expect
      .poll(
        async () => {
          await world.work({ isEarly: true });
          return (await world.read(niceId, access))['refund_method'];
        },
        { timeout: 10_000 },
      )
      .toBe('sofort');
    expect((await world.read(niceId)).status).toBe('canceled');
  });
});

describe('paying with a wallet', () => {
  test('approving on its page pays', async () => {
    const { niceId, page } = await open('wallet');
    expect(page).toContain('/wallet/pay/');
    expect(await world.answerPage(page, { answer: 'approve' })).toContain(`/order-status/${niceId}`);
    await world.until(niceId, 'processing');
  });

  test('declining leaves the order open, canceling there ends it', async () => {
    const { niceId, page } = await open('wallet');
    await world.answerPage(page, { answer: 'decline' });
    await world.work({ isEarly: true });
    expect(await world.read(niceId, access)).toMatchObject({ status: 'payin_pending', payment_status: 'declined' });
    await world.answerPage(page, { answer: 'cancel' });
    await world.until(niceId, 'canceled');
  });

  test('a chargeback is a loss of the operator at this provider', async () => {
    const { niceId, page } = await open('wallet');
    await world.answerPage(page, { answer: 'approve' });
    await world.until(niceId, 'processing');
    await world.sandbox.settlePayment(await world.paymentOf(niceId), 'chargeback');
    await expect
      .poll(
        async () => {
          await world.work();
          const rows = await world.context.db
            .selectFrom('ledgerEntries')
            .select('kind')
            .where('reference', '=', niceId)
            .execute();
          return rows.map(({ kind }) => kind);
        },
        { timeout: 15_000 },
      )
      .toContain('card_chargeback');
  });
});
