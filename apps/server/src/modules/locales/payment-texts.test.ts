import { paymentMethods } from '@causeway/domain/payments/payment-methods';
import { describe, expect, test } from 'vitest';
import { catalogueLanguages, getCatalogue } from './catalogues.ts';

const kinds = ['card', 'bank_transfer', 'bank_page', 'wallet', 'balance', 'crypto', 'other'];
/** What a text selects by where it distinguishes payments, with the refunds that go to no method. */
const selectors = new Map([
  ['payment', kinds],
  ['payin', kinds],
  ['payout', kinds],
  // What is still under way to an order that has ended.
  ['late', kinds],
  // As the page of an order says where money goes that its owner has back.
  ['back', ['claim', 'balance', 'other']],
]);

describe.each([...catalogueLanguages])('payment methods in %s', (language) => {
  const { all: texts, missing } = getCatalogue(language);
  test.each([...paymentMethods.keys()])('%s has a name', (code) => {
    expect(texts[`tpl:group:${code}`]).toBeTruthy();
    expect(missing).not.toContain(`tpl:group:${code}`);
  });

  test('texts select by the kind of a payment, so that another method of a kind needs none', () => {
    const strange = Object.entries(texts).flatMap(([key, text]) =>
      choicesOf(text)
        .filter(([by, choice]) => selectors.get(by)?.includes(choice) === false)
        .map(([by, choice]) => `${key}: ${by} ${choice}`),
    );
    expect(strange).toEqual([]);
  });
  test('a text that names a method has a text for any other', () => {
    const named = Object.entries(texts).filter(([, text]) => text.includes('{group, select,'));
    expect(named.length).toBeGreaterThan(0);
    for (const [key, text] of named) expect(choicesOf(text), key).toContainEqual(['group', 'other']);
  });
});

/** Every choice of every select of a message, with what it selects by. */
function choicesOf(text: string): [by: string, choice: string][] {
  return [...text.matchAll(/\{(\w+), select,/g)].flatMap(({ 1: by = '', 0: start, index }) => {
    const choices: [string, string][] = [];
    let depth = 0;
    for (const { 0: part, 1: name } of text.slice(index + start.length).matchAll(/(\w+) \{|\{|\}/g)) {
      if (part === '}') depth -= 1;
      else {
        if (depth === 0 && name !== undefined) choices.push([by, name]);
        depth += 1;
      }
      if (depth < 0) break;
    }
    return choices;
  });
}
