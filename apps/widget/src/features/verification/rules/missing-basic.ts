import type { listStates } from '@causeway/contract/calls/list-states';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { BasicName } from '@causeway/domain/verification/basic-names';

export type States = AnswerOf<typeof listStates>['data'];

/** What the wizard asks for. */
export interface BasicValues {
  firstName: string;
  lastName: string;
  birthday: string;
  aCountry: string;
  aState: string;
  aCity: string;
  aPostcode: string;
  aAddr1: string;
  aAddr2: string;
}

const required: readonly (readonly [BasicName, keyof BasicValues])[] = [
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
  ['birthday', 'birthday'],
  ['a_country', 'aCountry'],
  ['a_city', 'aCity'],
  ['a_postcode', 'aPostcode'],
  ['a_addr1', 'aAddr1'],
];

/** What is still to be filled in, by its names of the wire. */
export function missingOf(values: BasicValues, states: States): BasicName[] {
  const missing = required.filter(([, key]) => values[key].trim() === '').map(([name]) => name);
  const isStateMissing = values.aState === '' && statesOf(states, values).length > 0;
  return isStateMissing ? [...missing, 'a_state'] : missing;
}

/** The states that the country of residence is chosen with. */
export function statesOf(states: States, { aCountry }: BasicValues): States[number]['states'] {
  return states.find(({ code }) => code === aCountry)?.states ?? [];
}
