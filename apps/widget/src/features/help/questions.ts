/** Questions by their subject, in the order of the page; texts are `tpl:faq:q_…` and `tpl:faq:a_…`. */
export const questions = {
  orders: ['how', 'price', 'rate', 'fees', 'duration', 'cancel'],
  payments: ['methods', 'late', 'address', 'network', 'wrong', 'refund'],
  verification: ['why', 'limits', 'declined', 'documents'],
  account: ['two_factor', 'code', 'stolen', 'delete', 'support'],
} as const;

export type Subject = keyof typeof questions;

export interface Question {
  name: string;
  question: string;
  answer: string;
}

/** Upper and lower case and accents do not matter in a search. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The questions that have every word of a query, in question or answer; all without a query. */
export function searchQuestions(list: readonly Question[], query: string): Question[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return list.filter(({ question, answer }) => {
    const text = plain(`${question} ${answer}`);
    return words.every((word) => text.includes(word));
  });
}
