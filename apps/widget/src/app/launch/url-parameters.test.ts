import { pageFlags, saleFlags } from '@causeway/contract/shapes/page-flags';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { describe, expect, test } from 'vitest';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { shellParameters } from './url-parameters.ts';

describe('the switches of a page', () => {
  test.each([...pageFlags, ...saleFlags])('3-12 %s is on with 1, and with nothing else that is reported', (name) => {
    const read = (value: string): unknown => Reflect.get(widgetOptions({ [toSnakeCase(name)]: value }), name);
    expect([read('1'), read('0'), read('maybe')]).toEqual([true, false, false]);
  });
  test('2.1-37 a description of 160 characters is kept, one of 161 is dropped', () => {
    const of = (length: number) => widgetOptions({ description: 'x'.repeat(length) }).description;
    expect([of(160).length, of(161)]).toEqual([160, '']);
  });
});

describe('2.1-35, A-040 what the embedding shell asks for', () => {
  const nothing = {
    openVerification: false,
    openPurchase: false,
    vf: '',
    closeTab: false,
    swMode: '',
    predefinedStep: '',
    orderNiceId: '',
  };
  test('exactly these seven are read', () => expect(shellParameters({})).toEqual(nothing));
  test('2.1-36 further ones change nothing', () => {
    expect(shellParameters({ open: '1', orderId: 'CW1', step: 'auth' })).toEqual(nothing);
  });
  test.each([
    ['openVerification', '1', true],
    ['openVerification', '', true],
    ['openVerification', '0', false],
    ['openPurchase', 'true', true],
    ['closeTab', 'false', false],
    ['vf', 'identity', 'identity'],
    ['swMode', 'directBuy', 'directBuy'],
    ['predefinedStep', 'auth', 'auth'],
    ['orderNiceId', 'CW1', 'CW1'],
  ])('%s=%s', (name, value, read) => {
    expect(shellParameters({ [name]: value })).toEqual({ ...nothing, [name]: read });
  });
});
