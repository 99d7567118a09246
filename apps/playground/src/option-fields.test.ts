import { expect, test } from 'vitest';
import { namesOf, optionFields, sections } from './option-fields.ts';

test('every option stands in one section', () => {
  const names = sections.flatMap(namesOf);
  expect(names.toSorted()).toEqual(Object.keys(optionFields).toSorted());
});
