import { toSnakeCase } from '@causeway/contract/wire/names';
import { describe, expect, test } from 'vitest';
import { addressLayout, addressQuestions, hasQuestions, type AddressFacts } from './address-questions.ts';
import { noAddressValues, type AddressValues } from './address-values.ts';
import { capitaliseFirst } from '@causeway/domain/verification/dates';
import { findFaults } from './find-faults.ts';
import { hasRightChecksum } from './has-right-checksum.ts';
import { trimValues } from './trim-values.ts';

const crypto = { group: 'bitcoin', isCrypto: true, fields: ['dst_address'] };
const coins = { ...crypto, fields: [] };
const card = { group: 'card', isCrypto: false, fields: [] };
const bank = { group: 'sepa', isCrypto: false, fields: ['iban', 'beneficiary_account', 'is_agree_name'] };
const balance = { group: 'balance', isCrypto: false, fields: [] };
const ask = (part: Partial<AddressFacts>) =>
  addressQuestions({ payin: card, payout: crypto, isFloatingRate: false, isZerohashFlow: false, ...part });
const ltc = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const values = (part: Partial<AddressValues>): AddressValues => ({ ...noAddressValues, ...part });

test('3-17 the step collects these fields', () => {
  const names = [
    'dst_address dst_tag memo_id memo_type memo_value bank_code iban recurring_id token is_remember_card_agree',
    'is_remember_card beneficiary_account a_country a_state a_city a_postcode a_addr1 a_addr2 is_agree_name',
    'is_agree_rate is_zerohash_agreement is_elderly_agreement is_agree_address',
  ].flatMap((line) => line.split(' '));
  expect(Object.keys(noAddressValues).map(toSnakeCase).toSorted()).toEqual(names.toSorted());
});

describe('2.3-24 the layout of the address step', () => {
  test.each([
    ['sepa', 'bitcoin', 'AddressSepaPayin'],
    ['bitcoin', 'sepa', 'AddressSepaPayout'],
    ['sepa', 'sepa', 'AddressSepaPayout'],
    ['card', 'bitcoin', 'AddressDefault'],
    ['balance', 'card', 'AddressDefault'],
  ])('%s to %s is %s', (payin, payout, layout) => expect(addressLayout(payin, payout)).toBe(layout));
});

describe('2.3-23, A-024 what the address step asks', () => {
  test('2.3-23 the fields of both options, each once', () => {
    const payin = { ...card, fields: ['dst_address', 'recurring_id'] };
    const payout = { ...crypto, fields: ['dst_address', 'dst_tag', 'memo_value'] };
    expect(ask({ payin, payout }).fields).toEqual(['dst_address', 'dst_tag', 'memo_value', 'recurring_id']);
  });
  test.each([
    ['a wallet is the client’s own', {}, ['isAgreeName']],
    ['a floating rate may move', { isFloatingRate: true }, ['isAgreeName', 'isAgreeRate']],
    ['a bank account is in the client’s name', { payin: coins, payout: bank }, ['isAgreeName']],
    ['so is the one that pays', { payin: { ...bank, fields: [] } }, ['isAgreeName']],
    ['the partner’s terms with its flow', { isZerohashFlow: true }, ['isAgreeName', 'isZerohashAgreement']],
    [
      'the server asks an elderly client',
      { payout: { ...crypto, fields: ['dst_address', 'is_elderly_agreement'] } },
      ['isAgreeName', 'isElderlyAgreement'],
    ],
    ['a card needs none', { payin: balance, payout: card }, []],
  ] as const)('%s', (_name, part, agreements) => expect(ask(part).agreements).toEqual(agreements));
  test('5-34, A-022 sofort asks for the address and the agreements, and nothing of its own', () => {
    const sofort = { ...card, group: 'sofort' };
    expect(ask({ payin: sofort })).toMatchObject({
      fields: ['dst_address'],
      agreements: ['isAgreeName'],
      card: undefined,
    });
  });
  test.each([
    ['a card pays', {}, 'payin'],
    ['a card is paid', { payin: coins, payout: card }, 'payout'],
    ['no card', { payin: coins }, undefined],
  ] as const)('%s', (_name, part, side) => expect(ask(part).card).toBe(side));
});

describe('A-023 a step with nothing to ask is passed over', () => {
  test.each([
    ['from balance to balance at a fixed rate', { payin: balance, payout: balance }, false],
    ['the rate is asked about', { payin: balance, payout: balance, isFloatingRate: true }, true],
    ['2.3-26 sofort is shown', { payin: { ...balance, group: 'sofort' }, payout: balance }, true],
    ['2.3-26 SEPA is shown', { payin: { ...balance, group: 'sepa' }, payout: balance }, true],
    ['a card may be chosen', { payout: balance }, true],
    ['an address is asked', { payin: balance }, true],
  ] as const)('%s: %j', (_name, part, has) => {
    expect(hasQuestions(ask(part), 'payin' in part ? part.payin.group : 'card')).toBe(has);
  });
});

describe('A-136 presence and plain form', () => {
  test.each([
    ['no address', {}, { dstAddress: 'required' }],
    ['another network’s address', { dstAddress: `0x${'a'.repeat(40)}` }, { dstAddress: 'address_ethereum' }],
    ['D5 a wrong character', { dstAddress: bitcoin.replace('xf', 'fx') }, { dstAddress: 'address_checksum' }],
    ['D5 no address at all', { dstAddress: 'bc1qwrong' }, { dstAddress: 'address_form' }],
    ['another network of Bitcoin’s kind', { dstAddress: ltc }, { dstAddress: 'address_litecoin' }],
    ['5-13 blanks around it', { dstAddress: ` ${bitcoin} ` }, {}],
  ] as const)('%s', (_name, part, faults) => {
    expect(
      findFaults(values({ isAgreeName: true, ...part }), ask({}), { network: 'bitcoin', hasRightChecksum }),
    ).toEqual(faults);
  });
  test.each([
    ['', { iban: 'required' }],
    ['DE89370400440532013001', { iban: 'iban_checksum' }],
    ['DE8937040044053201300', { iban: 'iban_length' }],
    ['XX89370400440532013000', { iban: 'iban_country' }],
    ['DE89370400440532013000', {}],
  ])('IBAN %j', (iban, faults) => {
    const filled = values({ iban, beneficiaryAccount: 'Elin Maas', isAgreeName: true });
    expect(findFaults(filled, ask({ payin: coins, payout: bank }), { network: 'sepa', hasRightChecksum })).toEqual(
      faults,
    );
  });
  test('A-024 what is shown is obligatory', () => {
    expect(
      findFaults(values({ dstAddress: bitcoin }), ask({ isFloatingRate: true, isZerohashFlow: true }), {
        network: 'bitcoin',
        hasRightChecksum,
      }),
      'the lines above the button are agreed by it',
    ).toEqual({ isZerohashAgreement: 'agree' });
  });
  test('A-024 keeping a card needs the agreement to it only when it is kept', () => {
    const right = { dstAddress: bitcoin, isAgreeName: true };
    const kept = { ...right, isRememberCard: true };
    expect(findFaults(values(kept), ask({}), { network: 'bitcoin', hasRightChecksum })).toEqual({
      isRememberCardAgree: 'agree',
    });
    expect(
      findFaults(values({ ...kept, isRememberCardAgree: true }), ask({}), { network: 'bitcoin', hasRightChecksum }),
    ).toEqual({});
  });
  test('a pay-out to a card needs one', () => {
    expect(findFaults(values({}), ask({ payin: coins, payout: card }), { network: 'card', hasRightChecksum })).toEqual({
      token: 'card',
    });
  });
  test('a tag is the receiver’s business', () => {
    const payout = { group: 'ripple', isCrypto: true, fields: ['dst_address', 'dst_tag'] };
    const filled = values({ dstAddress: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY', isAgreeName: true });
    expect(findFaults(filled, ask({ payout }), { network: 'ripple', hasRightChecksum })).toEqual({});
  });
});

test('5-13 values travel trimmed, and the kind of a memo only with one', () => {
  const sent = trimValues(values({ dstAddress: ` ${bitcoin}\t`, memoType: 'text', isAgreeName: true }));
  expect(sent).toMatchObject({ dstAddress: bitcoin, memoType: '', isAgreeName: true });
  expect(trimValues(values({ memoType: 'id', memoValue: ' 7 ' }))).toMatchObject({ memoType: 'id', memoValue: '7' });
});

test.each([
  ['anna', 'Anna'],
  ['élin maas', 'Élin maas'],
  ['', ''],
  ['van der Berg', 'Van der Berg'],
])('5-15 the name %j is written %j', (typed, written) => expect(capitaliseFirst(typed)).toBe(written));
