import type { ErrorItem } from '@causeway/contract/errors/error-item';
import type { Order } from '@causeway/contract/shapes/order';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorld } from '../../../tests/stepper-world.ts';
import { noAddressValues } from '../../features/address/rules/address-values.ts';
import { NetworkFailure } from '../../lib/api/network-failure.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const error = (part: Partial<ErrorItem>): ErrorItem => ({
  type: 'danger',
  field: '',
  code: 'SYSTEM_ERROR',
  text: '',
  ...part,
});
const order = (part: object = {}) => ({ niceId: 'CW1', status: 'payin_pending', isFinish: 1, ...part }) as Order;
const values = { ...noAddressValues, dstAddress: 'bc1q' };

describe('4.4 submit on exchange', () => {
  test('4.4-02 a missing verification comes first, and no order is made', async () => {
    const world = createWorld({ verificationRequired: ['identity'] });
    await world.moves.submitExchange();
    expect(world.stepper.getState()).toMatchObject({ step: 'verification', isContinuing: false });
    expect(world.created).toHaveLength(0);
  });
  test('4.4-03 a deposit opens its page with the currency', async () => {
    const world = createWorld({ pair: ['BTC', 'bitcoin', 'BTC', 'balance'] });
    await world.moves.submitExchange();
    expect(world.navigate).toHaveBeenCalledExactlyOnceWith('balance-deposit', {}, { depositCurrency: 'BTC' });
    expect(world.stepper.getState().isContinuing).toBe(false);
  });
  test('4.4-04 a withdrawal opens its page with currencies and amount', async () => {
    const world = createWorld({ pair: ['BTC', 'balance', 'BTC', 'bitcoin'], features: { new_widget_withdrawal: 1 } });
    await world.moves.submitExchange();
    const query = { payinCurrency: 'BTC', payoutCurrency: 'BTC', payinAmount: '250' };
    expect(world.navigate).toHaveBeenCalledExactlyOnceWith('balance-withdrawal', {}, query);
  });
  test.each([
    ['4.4-07 the flag of a visitor is set', false, true],
    ['4.4-07 and that of a client is not', true, false],
  ])('%s', async (_name, isAuthorized, isContinuing) => {
    const world = createWorld({ isAuthorized });
    await world.moves.submitExchange();
    expect(world.stepper.getState()).toMatchObject({ isContinuing, step: isAuthorized ? 'address' : 'auth' });
  });
  test('4.1-21 a client quicker than the first answers of the page is read, not asked to log in again', async () => {
    const world = createWorld({ isAuthorized: false, isUnread: true });
    await Promise.all([world.moves.submitExchange(), world.moves.submitExchange()]);
    expect(world.refreshConfig).toHaveBeenCalled();
    expect(world.stepper.getState()).toMatchObject({ isContinuing: false, step: 'address', direction: 'forward' });
  });
  test('4.4-08, 7-60, A-004 a skipped second step makes the order with a captcha token', async () => {
    const world = createWorld({ options: { isSkipSecondStep: 1, dstAddress: 'bc1qpage' }, answer: { order: order() } });
    await world.moves.submitExchange();
    expect(world.created).toMatchObject([{ dstAddress: 'bc1qpage', gRecaptchaResponse: 'token order' }]);
    expect(world.navigate).toHaveBeenCalledExactlyOnceWith('order-status', { orderId: 'CW1' }, {}, { replace: false });
  });
  test('a link alone never sends coins to an address that the client has not seen', async () => {
    const options = { isSkipSecondStep: 1, dstAddress: 'bc1qthief' };
    const world = createWorld({ options, isFramed: false, answer: { order: order() } });
    await world.moves.submitExchange();
    expect(world.created).toHaveLength(0);
    expect(world.stepper.getState().step).toBe('address');
  });
  test('an address that a partner has fixed needs no frame', async () => {
    const options = { isSkipSecondStep: 1, dstAddress: 'bc1qpage' };
    const world = createWorld({ options, isFramed: false, locked: ['dstAddress'], answer: { order: order() } });
    await world.moves.submitExchange();
    expect(world.created).toMatchObject([{ dstAddress: 'bc1qpage' }]);
  });
  test('4.4-09, A-003 another one goes on without an order', async () => {
    const world = createWorld({});
    await world.moves.submitExchange();
    expect(world.created).toHaveLength(0);
    expect(world.stepper.getState().step).toBe('address');
  });
  test('A-005 a visitor with a skipped second step signs in first', async () => {
    const world = createWorld({ isAuthorized: false, options: { isSkipSecondStep: 1, dstAddress: 'bc1qpage' } });
    await world.moves.submitExchange();
    expect(world.created).toHaveLength(0);
    expect(world.stepper.getState().step).toBe('auth');
  });
  test('4.4-02 a press whose account is read late leads to nothing once another page is open', async () => {
    const world = createWorld({ isAuthorized: false, isUnread: true });
    world.refreshClient.mockImplementationOnce(() => Object.assign(world.route, { name: 'faq', href: '/faq' }));
    await world.moves.submitExchange();
    expect(world.stepper.getState().step).toBe('exchange');
  });
});

describe('4.7 order creation', () => {
  test('A-017, 4.7-08 two clicks make one order, and the flag stays for a second', async () => {
    const world = createWorld({ answer: { order: order() } });
    await Promise.all([world.moves.submitAddress(values), world.moves.submitAddress(values)]);
    expect(world.created).toHaveLength(1);
    expect(world.stepper.getState().isCreating).toBe(true);
    await vi.advanceTimersByTimeAsync(999);
    expect(world.stepper.getState().isCreating).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.stepper.getState().isCreating).toBe(false);
  });
  test('3-15 the preorder, the address and the locked price travel together', async () => {
    const world = createWorld({ answer: { order: order() }, quote: 'locked' });
    await world.moves.submitAddress({ ...values, iban: 'DE89', isAgreeName: true });
    expect(world.created).toMatchObject([
      { payinAmount: '250', payoutAmount: '0', quote: 'locked', dstAddress: 'bc1q', iban: 'DE89', isAgreeName: true },
    ]);
  });
  test('4.7-01, 4.7-02, 4.3-06 a needed confirmation is kept and requested', async () => {
    const details = { uuid: 'u1', niceId: 'CW1', expirationSec: 60, expirationTimeSec: 1_790_000_060 };
    const world = createWorld({ answer: { order: order({ status: 'confirmation_pending' }), ...details } });
    await world.moves.submitAddress(values);
    expect(world.stepper.getState()).toMatchObject({ step: 'confirmation', confirmation: details });
    expect(world.navigate).not.toHaveBeenCalled();
  });
  test('the page of an order that waits for its code opens the same step', () => {
    const details = { uuid: 'u1', niceId: 'CW1', expirationSec: 60, expirationTimeSec: 1_790_000_060 };
    const world = createWorld({});
    world.stepper.setState({ order: order({ confirmation: details }) });
    world.moves.open('confirmation');
    expect(world.stepper.getState()).toMatchObject({ step: 'confirmation', confirmation: details });
  });
  test('4.1-07 an approved order is shown', () => {
    const world = createWorld({});
    world.moves.confirm({ uuid: 'u1', niceId: 'CW1', expirationSec: 0, expirationTimeSec: 0, codeFrom: 'email' });
    world.moves.confirmed();
    expect(world.navigate).toHaveBeenCalledExactlyOnceWith('order-status', { orderId: 'CW1' }, {}, { replace: true });
    expect(world.stepper.getState().confirmation).toBeUndefined();
  });
  test('QUOTE_EXPIRED shows the new price and asks again', async () => {
    const calculation = { calc: { payoutAmount: '0.004' } };
    const item = error({ type: 'warning', code: 'QUOTE_EXPIRED', field: 'quote' });
    const world = createWorld({ answer: { order: null, errors: [item], calculation } });
    world.stepper.setState({ step: 'address' });
    await world.moves.submitAddress(values);
    expect(world.accept).toHaveBeenCalledExactlyOnceWith(calculation);
    expect(world.stepper.getState()).toMatchObject({ step: 'address', errors: [item] });
    expect(world.toasts).not.toHaveBeenCalled();
  });
  test('A-044 the window of a payment is closed when there is no order', async () => {
    const world = createWorld({ answer: { order: null, errors: [error({ code: 'TRY_LATER' })] } });
    await world.moves.submitAddress(values);
    expect(world.closePopup).toHaveBeenCalledOnce();
  });
  test.each([
    ['8-06 an answer without an order is a system error', { order: null }, 'tpl:error:SYSTEM_ERROR'],
    ['8-15 an error without a field is shown', { errors: [error({ text: 'No.' })] }, 'No.'],
    [
      '8-16 one whose field no step shows is the common one',
      { errors: [error({ field: 'shoe_size', text: 'No.' })] },
      'tpl:common:error:system',
    ],
    [
      '4.6-10, 8-03, A-145 a wrong captcha is shown',
      { errors: [error({ code: 'WRONG_CAPTCHA', text: 'Wrong recaptcha, prease repeat' })] },
      'Wrong recaptcha, prease repeat',
    ],
  ])('%s', async (_name, answer, text) => {
    const world = createWorld({ answer: { order: null, ...answer } });
    await world.moves.submitAddress(values);
    expect(world.toasts).toHaveBeenCalledExactlyOnceWith({ kind: 'error', text });
  });
  test('a lost connection is reported and the flag cleared', async () => {
    const world = createWorld({ fail: new NetworkFailure() });
    world.stepper.setState({ step: 'address' });
    const ended = world.moves.submitAddress(values);
    await vi.advanceTimersByTimeAsync(200_000);
    await ended;
    expect(world.stepper.getState().isCreating).toBe(false);
    expect(world.toasts).toHaveBeenCalledExactlyOnceWith({ kind: 'error', text: 'tpl:error:TRY_LATER' });
  });
});

describe('4.3-02 a refusal that comes late', () => {
  const skipped = { isSkipSecondStep: 1, dstAddress: 'bc1qpage' };

  test('is not about the amounts that were typed since: neither its price nor its faults are shown', async () => {
    const item = error({ type: 'warning', code: 'QUOTE_EXPIRED', field: 'quote' });
    const answer = { order: null, errors: [item], calculation: { calc: { payoutAmount: '0.004' } } };
    const world = createWorld({ options: skipped, answer });
    const ended = world.moves.submitExchange();
    world.exchange.getState().type('payin', '300');
    await ended;
    expect(world.created).toHaveLength(1);
    expect(world.accept).not.toHaveBeenCalled();
    expect(world.stepper.getState()).toMatchObject({ step: 'exchange', errors: [] });
  });
  test('does not take a client who has gone back to the step that he left, and closes the window of its payment', async () => {
    const world = createWorld({ answer: { order: null, errors: [error({ field: 'iban' })] } });
    world.stepper.setState({ step: 'address' });
    const ended = world.moves.submitAddress(values);
    world.moves.back();
    await ended;
    expect(world.stepper.getState()).toMatchObject({ step: 'exchange', errors: [] });
    expect(world.closePopup).toHaveBeenCalledOnce();
  });
  test('or does not come at all closes that window too', async () => {
    const world = createWorld({ fail: new NetworkFailure() });
    world.stepper.setState({ step: 'address' });
    const ended = world.moves.submitAddress(values);
    world.moves.back();
    await ended;
    expect(world.closePopup).toHaveBeenCalledOnce();
  });
});

describe('4.12-02 an order that got no answer', () => {
  test('is requested again by itself under the same key, and the step says so meanwhile', async () => {
    const world = createWorld({ fail: new NetworkFailure(), failTimes: 2, answer: { order: order() } });
    world.stepper.setState({ step: 'address' });
    const ended = world.moves.submitAddress(values);
    await vi.advanceTimersByTimeAsync(100);
    expect(world.stepper.getState()).toMatchObject({
      isCreating: true,
      errors: [{ type: 'warning', code: 'TRY_LATER', text: 'tpl:common:error:network' }],
    });
    world.online();
    await vi.advanceTimersByTimeAsync(5000);
    await ended;
    expect(world.created).toHaveLength(3);
    expect(new Set(world.keys).size).toBe(1);
    expect(world.keys[0]).not.toBe('');
    expect(world.stepper.getState().errors).toEqual([]);
    expect(world.navigate).toHaveBeenCalledExactlyOnceWith('order-status', { orderId: 'CW1' }, {}, { replace: true });
  });
  test('is given up when the client leaves the step, and requested under its key when the client comes back', async () => {
    const world = createWorld({ fail: new NetworkFailure(), failTimes: 1, answer: { order: order() } });
    world.stepper.setState({ step: 'address' });
    const left = world.moves.submitAddress(values);
    await vi.advanceTimersByTimeAsync(100);
    world.moves.back();
    await vi.advanceTimersByTimeAsync(7000);
    await left;
    expect(world.created).toHaveLength(1);
    expect(world.toasts).not.toHaveBeenCalled();
    world.stepper.setState({ step: 'address' });
    await world.moves.submitAddress(values);
    expect(world.keys[1]).toBe(world.keys[0]);
    await vi.advanceTimersByTimeAsync(1000);
    await world.moves.submitAddress(values);
    expect(world.keys[2]).not.toBe(world.keys[0]);
  });
});

describe('4.3 side effects of steps', () => {
  test('4.3-03, 4.3-04, A-036 back drops server errors, the flag and the confirmation', () => {
    const world = createWorld({});
    world.moves.confirm({ uuid: 'u1', niceId: 'CW1', expirationSec: 0, expirationTimeSec: 0, codeFrom: 'email' });
    world.stepper.setState({ errors: [error({})], isContinuing: true });
    world.moves.back();
    expect(world.stepper.getState()).toMatchObject({
      step: 'exchange',
      errors: [],
      isContinuing: false,
      confirmation: undefined,
    });
  });
  test('4.3-05, 4.3-13 an order that becomes finished is shown at its own address', () => {
    const world = createWorld({});
    world.stepper.setState({ order: order({ isFinish: 0 }) });
    expect(world.navigate).not.toHaveBeenCalled();
    world.stepper.setState({ order: order() });
    expect(world.navigate).toHaveBeenCalledExactlyOnceWith('order-status', { orderId: 'CW1' }, {}, { replace: false });
  });
  test('4.3-10, 3-70, A-037 entering the address is reported, once per entry', () => {
    const world = createWorld({ provider: 'card_one' });
    world.moves.open('address');
    expect(world.events).toHaveBeenCalledExactlyOnceWith('order_started', {
      coupon: '',
      payinAmount: '250.00',
      payinAmountEur: '250.00',
      payinGroup: 'card',
      payinProvider: 'card_one',
      payinCurrency: 'EUR',
      payoutAmount: '0.00412560',
      payoutAmountEur: '240.17',
      payoutGroup: 'bitcoin',
      payoutProvider: '',
      payoutCurrency: 'BTC',
    });
  });
  test('3-71, A-103 a provider that is not named is not reported', () => {
    const world = createWorld({ provider: 'secret_bank' });
    world.moves.open('address');
    expect(world.events.mock.calls[0]?.[1]).toMatchObject({ payinProvider: '' });
  });
  test('4.3-11, A-122 entering a step is reported to the page around', () => {
    const world = createWorld({});
    world.moves.open('verification');
    expect(world.updateStep).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ stepName: 'verification' }));
  });
  test('4.3-14 a status without an order is logged and goes nowhere', () => {
    const world = createWorld({});
    world.moves.open('status');
    expect(world.warn).toHaveBeenCalledExactlyOnceWith("Order is empty. Can't set status page");
    expect(world.navigate).not.toHaveBeenCalled();
  });
  test('4.3-15, 4.3-16, 4.6-01 after a sign-in client and config are read, and the guards are asked', async () => {
    const world = createWorld({});
    world.stepper.setState({ step: 'auth' });
    await world.moves.signedIn();
    expect(world.refreshClient).toHaveBeenCalledOnce();
    expect(world.refreshConfig).toHaveBeenCalledOnce();
    expect(world.check).toHaveBeenCalledOnce();
  });
  test('4.6-01, 4.12-02 a connection that breaks after the sign-in is waited for', async () => {
    const world = createWorld({});
    world.stepper.setState({ step: 'auth', isContinuing: true });
    world.refreshClient.mockRejectedValueOnce(new NetworkFailure());
    const ended = world.moves.signedIn();
    await vi.advanceTimersByTimeAsync(100);
    expect(world.stepper.getState().step).toBe('auth');
    expect(world.toasts).toHaveBeenCalledExactlyOnceWith({ kind: 'waiting', text: 'tpl:common:error:network' });
    world.online();
    await ended;
    expect(world.stepper.getState().step).toBe('address');
  });
  test('4.6-04, 9-10 the mark of a begun payment goes 100 ms after the sign-in', async () => {
    const world = createWorld({});
    world.stepper.setState({ step: 'auth', isContinuing: true });
    await world.moves.signedIn();
    expect(world.stepper.getState()).toMatchObject({ step: 'address', isContinuing: true });
    await vi.advanceTimersByTimeAsync(99);
    expect(world.stepper.getState().isContinuing).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.stepper.getState().isContinuing).toBe(false);
  });
  test('4.6-02, 4.9-13 a verification that is outstanding follows the sign-in', async () => {
    const world = createWorld({ verificationRequired: ['email_phone'] });
    world.stepper.setState({ step: 'auth', isContinuing: true });
    await world.moves.signedIn();
    expect(world.stepper.getState().step).toBe('verification');
  });
  test.each(['auth', 'verification'] as const)(
    '4.3-01 a client who leaves the step %s while its end is awaited stays where he went, and orders nothing',
    async (step) => {
      const world = createWorld({
        options: { isSkipSecondStep: 1, dstAddress: 'bc1qpage' },
        answer: { order: order() },
      });
      const read = Promise.withResolvers<void>();
      world.refreshClient.mockReturnValueOnce(read.promise);
      world.stepper.setState({ step, isContinuing: true });
      const ended = step === 'auth' ? world.moves.signedIn() : world.moves.verified();
      world.moves.back();
      read.resolve();
      await ended;
      expect(world.created).toHaveLength(0);
      expect(world.stepper.getState().step).toBe('exchange');
      expect(world.navigate).not.toHaveBeenCalled();
    },
  );
  test('4.6-01 a client who opens another page while the sign-in is finished finds no order made there', async () => {
    const world = createWorld({ options: { isSkipSecondStep: 1, dstAddress: 'bc1qpage' }, answer: { order: order() } });
    world.refreshClient.mockImplementationOnce(() => Object.assign(world.route, { name: 'faq', href: '/faq' }));
    world.stepper.setState({ step: 'auth', isContinuing: true });
    await world.moves.signedIn();
    expect(world.created).toHaveLength(0);
    expect(world.stepper.getState().step).toBe('exchange');
  });
  test('4.6-01 a sign-in that is answered after its step was left goes on with nothing', async () => {
    const world = createWorld({ options: { isSkipSecondStep: 1, dstAddress: 'bc1qpage' }, answer: { order: order() } });
    await world.moves.signedIn();
    expect(world.created).toHaveLength(0);
    expect(world.refreshClient).toHaveBeenCalledOnce();
    expect(world.check).toHaveBeenCalledOnce();
    expect(world.stepper.getState().step).toBe('exchange');
  });
  test('4.3-17, 4.3-18 after a verification the client is read and the price asked', async () => {
    const world = createWorld({});
    world.stepper.setState({ step: 'verification' });
    await world.moves.verified();
    expect(world.refreshClient).toHaveBeenCalledOnce();
    expect(world.refreshPrice).toHaveBeenCalledOnce();
  });
  test('4.3-20 an error of the address opens it, and one of the exchange that', async () => {
    const item = error({ field: 'iban', code: 'BANK_ACCOUNT_INVALID' });
    const world = createWorld({ answer: { order: null, errors: [item] } });
    await world.moves.submitAddress(values);
    expect(world.stepper.getState()).toMatchObject({ step: 'address', errors: [item] });
    world.answer.errors = [error({ field: 'payin_amount', code: 'LIMIT_EXCEEDED' })];
    await vi.advanceTimersByTimeAsync(1000);
    await world.moves.submitAddress(values);
    expect(world.stepper.getState()).toMatchObject({ step: 'exchange', direction: 'back' });
  });
  test('8-04, 2.3-13 an error of the system’s state is the exchange’s to show', async () => {
    const item = error({ field: 'system_state', code: 'SYSTEM_ERROR' });
    const world = createWorld({ answer: { order: null, errors: [item] } });
    world.stepper.setState({ step: 'address' });
    await world.moves.submitAddress(values);
    expect(world.stepper.getState()).toMatchObject({ step: 'exchange', errors: [item] });
    expect(world.toasts).not.toHaveBeenCalled();
  });
  test('8-28 a step that is not allowed is only logged', () => {
    const world = createWorld({ mode: 'merchant' });
    world.moves.open('address');
    expect(world.warn).toHaveBeenCalledExactlyOnceWith('Step address is not allowed here');
    expect(world.toasts).not.toHaveBeenCalled();
  });
  test.each([
    ['', 'exchangeMerchant'],
    ['not an e-mail', 'exchangeMerchant'],
    ['elin@example.com', 'status'],
  ])('4.1-23 a merchant’s preorder is full with an amount and an e-mail: %j opens %s', async (email, next) => {
    const world = createWorld({ mode: 'merchant', answer: { order: order() } });
    world.exchange.setState({ clientEmail: email });
    await world.moves.submitExchange();
    expect(world.created).toHaveLength(next === 'status' ? 1 : 0);
    expect(world.stepper.getState().step).toBe('exchangeMerchant');
    expect(world.navigate).toHaveBeenCalledTimes(next === 'status' ? 1 : 0);
  });
  test('A-021 errors of a step that is passed over stay on the exchange', async () => {
    const item = error({ field: 'dst_address', code: 'ADDRESS_INVALID' });
    const world = createWorld({
      options: { isSkipSecondStep: 1, dstAddress: 'bc1qpage' },
      answer: { order: null, errors: [item] },
    });
    await world.moves.submitExchange();
    expect(world.stepper.getState()).toMatchObject({ step: 'exchange', errors: [item] });
  });
});
