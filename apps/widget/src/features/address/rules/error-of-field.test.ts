import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { expect, test } from 'vitest';
import { noAddressValues } from './address-values.ts';
import { errorOfField } from './error-of-field.ts';

const isCode = (_code: string): _code is ErrorItem['code'] => true;

function item(field: string, code: string): ErrorItem {
  if (!isCode(code)) throw new Error('never');
  return { type: 'danger', field, code, text: '' };
}

test.each([
  ['dst_address', 'ADDRESS_INVALID', 'dstAddress'],
  ['a_addr1', 'REQUIRED', 'aAddr1'],
  ['iban', 'DST_TAG', 'iban'],
  ['', 'DST_TAG', 'dstTag'],
  ['', 'SYSTEM_ERROR', undefined],
  ['payin_amount', 'AMOUNT_MIN', undefined],
])('5-35 an error of the field %j with the code %s is that of %s', (field, code, key) => {
  const owners = Object.keys(noAddressValues).filter((name) => errorOfField([item(field, code)], name));
  expect(owners).toEqual(key === undefined ? [] : [key]);
});
