import { afterEach, describe, expect, test } from 'vitest';
import { createEvmWallet } from '../../providers/evm/wallet.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld();
const access = await world.signIn();
const { config } = world.context;
afterEach(() => expectSound(world));

const buy = (address: string, changes: Readonly<Record<string, string>> = {}) =>
  world.buy(access, { payout_currency: 'ETH', payout_group: 'ethereum', dst_address: address, ...changes });
const wallet = createEvmWallet(config.ETHEREUM_WALLET_KEY, config).address;
const [token] = config.ETHEREUM_TOKENS;

describe('3-17 the destination of an order', () => {
  test.each([
    ['our own wallet', wallet],
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['a token itself', token?.address ?? ''],
    ['a wrong checksum', wallet.replace(/[a-f]/, (letter) => letter.toUpperCase())],
    ['another network', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
  ])('is not %s', async (_name, address) => {
    const { body } = await buy(address);
    expect(body.errors).toMatchObject([{ code: 'ADDRESS_INVALID', field: 'dst_address' }]);
  });

  test('is asked about when it only looks like an earlier one, and taken when the client agrees', async () => {
    const first = `0x1234${'a'.repeat(32)}5678`;
    const other = `0x1234${'b'.repeat(32)}5678`;
    expect((await buy(first)).body.errors).toEqual([]);
    expect((await buy(first)).body.errors).toEqual([]);
    const { body } = await buy(other);
    expect(body.errors).toMatchObject([{ code: 'ADDRESS_LOOKALIKE', field: 'dst_address' }]);
    expect((await buy(other, { is_agree_address: '1' })).body.errors).toEqual([]);
    // A thief may have been who agreed: the earlier one of two stays the owner's.
    expect((await buy(other)).body.errors).toMatchObject([{ code: 'ADDRESS_LOOKALIKE' }]);
    expect((await buy(first)).body.errors).toEqual([]);
  });
});
