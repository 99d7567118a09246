import { expect, test } from 'vitest';
import { type BasicValues, missingOf } from './missing-basic.ts';

const whole: BasicValues = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  birthday: '1990-12-10',
  aCountry: 'GB',
  aState: '',
  aCity: 'London',
  aPostcode: 'W1J 7NF',
  aAddr1: '12 St James’s Square',
  aAddr2: '',
};
const states = [{ code: 'US', name: 'United States', states: [{ code: 'NY', name: 'New York' }] }];

test('A-079 nothing is missing without the second line of the address', () => {
  expect(missingOf(whole, states)).toEqual([]);
});

test('A-079 spaces fill nothing in', () => {
  expect(missingOf({ ...whole, firstName: ' ', aCity: '' }, states)).toEqual(['first_name', 'a_city']);
});

test('A-079 a state is asked for where the country has them', () => {
  expect(missingOf({ ...whole, aCountry: 'US' }, states)).toEqual(['a_state']);
  expect(missingOf({ ...whole, aCountry: 'US', aState: 'NY' }, states)).toEqual([]);
});
