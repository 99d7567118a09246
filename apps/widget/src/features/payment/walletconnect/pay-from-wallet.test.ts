import { describe, expect, test } from 'vitest';
import { type ConnectedWallet, payFromWallet } from './pay-from-wallet.ts';
import { WalletFault } from './wallet-fault.ts';

const address = `0x${'b2'.repeat(20)}`;
const payer = `0x${'c3'.repeat(20)}`;

const refuse = (code: number) => Object.assign(new Error('no'), { code });

interface Habits extends Partial<ConnectedWallet> {
  refusal?: Error;
  /** What stops the question before it leaves. */
  hindrance?: Error;
  isLeft?: boolean;
  isAgain?: boolean;
}

/** A payment of 5 units on chain 8, by a wallet with these habits. */
async function pay(wallet: Habits = {}) {
  const end = new AbortController();
  const steps: string[] = [];
  const doubts: boolean[] = [];
  const asked: [string, string, readonly unknown[]][] = [];
  let closed = 0;
  const connected: ConnectedWallet = {
    accounts: () => [`eip155:8:${payer}`],
    can: () => true,
    listen: () => () => Promise.resolve(),
    request: (chain, method, params, onSending) => {
      if (wallet.hindrance) return Promise.reject(wallet.hindrance);
      onSending?.();
      asked.push([chain, method, params]);
      return wallet.refusal === undefined ? Promise.resolve('0x1') : Promise.reject(wallet.refusal);
    },
    ...wallet,
  };
  await payFromWallet({
    open: () => {
      if (wallet.isLeft) end.abort();
      return Promise.resolve({
        uri: 'wc:1',
        approval: wallet.isLeft ? new Promise(() => undefined) : Promise.resolve(connected),
        close: async () => void (closed += 1),
      });
    },
    chainId: 8,
    transfer: () => ({ chainId: 8, token: '', address, units: 5n }),
    show: ({ step }) => steps.push(step),
    isAgain: wallet.isAgain ?? false,
    onDoubt: (mayBeSent) => doubts.push(mayBeSent),
    signal: end.signal,
  });
  return { steps, doubts, asked, closed };
}

describe('5-E15 a payment out of a wallet', () => {
  test('asks for one transaction, remembers that it may have been sent, and lets the wallet go', async () => {
    const { steps, doubts, asked, closed } = await pay();
    expect(steps).toEqual(['connecting', 'pairing', 'asking', 'sent']);
    const transaction = { from: payer, to: address, value: '0x5', data: '0x' };
    expect(asked).toEqual([['eip155:8', 'eth_sendTransaction', [transaction]]]);
    expect([doubts, closed]).toEqual([[true], 1]);
  });

  test.each<[what: string, refusal: Error, step: string, doubts: boolean[]]>([
    ['a person who says no', refuse(4001), 'refused', [true, false]],
    ['a wallet that says no', refuse(5000), 'refused', [true, false]],
    ['another chain', refuse(4902), 'wrong_chain', [true, false]],
    ['a wallet that failed on the way', refuse(-32_000), 'failed', [true]],
    ['no answer in time', new Error('Request expired.'), 'expired', [true]],
    ['a wallet that went away', new WalletFault('expired'), 'expired', [true]],
  ])('%s is shown, and whether it may have been sent after all', async (_what, refusal, step, doubts) => {
    const paid = await pay({ refusal });
    expect(paid.steps.at(-1)).toBe(step);
    expect([paid.doubts, paid.closed]).toEqual([doubts, 1]);
  });

  test('after another wallet was asked, a refusal does not say that nothing was sent, and the doubt stays', async () => {
    for (const code of [4001, 5000]) {
      const { steps, doubts } = await pay({ refusal: refuse(code), isAgain: true });
      expect([steps.at(-1), doubts]).toEqual(['refused_again', [true]]);
    }
    expect((await pay({ refusal: refuse(4902), isAgain: true })).doubts).toEqual([true]);
  });

  test('a question that never left leaves no doubt, and is not shown as one that went unanswered', async () => {
    const hindrance = new Error('Missing or invalid. request() method: eth_sendTransaction');
    const { steps, doubts } = await pay({ hindrance });
    expect([steps.at(-1), doubts]).toEqual(['unanswered', []]);
    const elsewhere = await pay({ hindrance, accounts: () => [`eip155:1:${payer}`] });
    expect([elsewhere.steps.at(-1), elsewhere.doubts]).toEqual(['unanswered', []]);
  });

  test('a wallet that does not let a page ask for payments is asked for nothing', async () => {
    const { steps, doubts, asked } = await pay({ can: () => false });
    expect([steps.at(-1), doubts, asked]).toEqual(['unable', [], []]);
  });

  test('a person may take long to allow the other chain: the wait for its accounts begins after the answer', async () => {
    const order: string[] = [];
    let isAllowed = false;
    const paid = await pay({
      accounts: () => [`eip155:${order.includes('waited') ? 8 : 1}:${payer}`],
      listen: () => {
        order.push('listens');
        return async () => void order.push(isAllowed ? 'waited' : 'too early');
      },
      request: async (_chain, method) => {
        order.push(method);
        isAllowed = true;
      },
    });
    expect(order).toEqual(['listens', 'wallet_switchEthereumChain', 'waited', 'eth_sendTransaction']);
    expect(paid.steps.at(-1)).toBe('sent');
  });

  test('a wallet on another chain is asked to change, and is asked for nothing where it does not', async () => {
    let here = false;
    const moving = await pay({
      accounts: () => [`eip155:${here ? 8 : 1}:${payer}`],
      listen: () => async () => void (here = true),
    });
    expect(moving.asked.map(([chain, method]) => `${chain} ${method}`)).toEqual([
      'eip155:1 wallet_switchEthereumChain',
      'eip155:8 eth_sendTransaction',
    ]);
    expect(moving.asked[0]?.[2]).toEqual([{ chainId: '0x8' }]);
    for (const wallet of [{ can: (method: string) => method === 'eth_sendTransaction' }, {}]) {
      const { steps, asked, doubts } = await pay({ accounts: () => [`eip155:1:${payer}`], ...wallet });
      expect([steps.at(-1), doubts]).toEqual(['wrong_chain', []]);
      expect(asked.filter(([, method]) => method === 'eth_sendTransaction')).toEqual([]);
    }
  });

  test('a person who has left is asked for nothing and shown nothing, and the connection ends', async () => {
    const { steps, asked, closed } = await pay({ isLeft: true });
    expect([steps, asked, closed]).toEqual([['connecting'], [], 1]);
  });
});
