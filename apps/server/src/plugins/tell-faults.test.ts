import { decodeForm } from '@causeway/contract/wire/decode-form';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { tellFaults } from './tell-faults.ts';

const schema = z.strictObject({ payinAmount: z.string().regex(/^\d+$/, 'Digits.').optional() });
const faults = (sent: string) => {
  const { error } = schema.safeParse(decodeForm(sent));
  return tellFaults(error?.issues ?? [], sent).map(({ field, reason }) => `${field}: ${reason}`);
};

test.each([
  ['payin_ammount=5', ['payin_ammount: There is no such field.']],
  ['payinAmmount=5', ['payinAmmount: There is no such field.']],
  ['foo_bar%5B%5D=5&a_b=1', ['foo_bar: There is no such field.', 'a_b: There is no such field.']],
  ['payinAmount=x', ['payin_amount: Digits.']],
  ['payin_amount=5', []],
])('a field that there is not is named as the caller wrote it: %s', (sent, told) => expect(faults(sent)).toEqual(told));

test('so it is in JSON, which is read in one spelling', () => {
  const { error } = schema.safeParse({ fooBar: '1' });
  expect(tellFaults(error?.issues ?? [], '{"fooBar":"1"}')[0]?.field).toBe('fooBar');
});
