import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { shownUrl } from './about-screen.tsx';
import { questions, searchQuestions } from './questions.ts';

const folder = new URL('../../../../server/src/modules/locales/catalogues/', import.meta.url);
const names = Object.values(questions).flat();

describe('2.1-21, A-117 the questions', () => {
  test.each(readdirSync(folder))('each has a question and an answer in %s, and no text is left over', (language) => {
    const texts = new Map(
      Object.entries(JSON.parse(readFileSync(new URL(`${language}/cabinet.json`, folder), 'utf8'))),
    );
    const kept = [...texts.keys()].filter((key) => /^tpl:faq:[qa]_/.test(key)).toSorted();
    expect(kept).toEqual(names.flatMap((name) => [`tpl:faq:a_${name}`, `tpl:faq:q_${name}`]).toSorted());
    for (const subject of Object.keys(questions)) expect(texts.has(`tpl:faq:subject_${subject}`)).toBe(true);
  });

  const list = [
    { name: 'fees', question: 'Which fees do I pay?', answer: 'The network’s fee' },
    { name: 'limits', question: '¿Cuáles son mis límites?', answer: 'Por mes' },
  ];
  test.each([
    ['', ['fees', 'limits']],
    ['  ', ['fees', 'limits']],
    ['FEE network', ['fees']],
    ['limites', ['limits']],
    ['fee mes', []],
  ])('the search for “%s”', (query, expected) =>
    expect(searchQuestions(list, query).map(({ name }) => name)).toEqual(expected),
  );
});

describe('2.1-22 contacts of the page about the product', () => {
  test.each([
    ['mailto:help@fenwick.example?subject=x', 'help@fenwick.example'],
    ['https://www.fenwick.example/help/', 'fenwick.example/help'],
  ])('%s reads %s', (url, text) => expect(shownUrl(url)).toBe(text));
});
