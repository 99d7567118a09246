import { useId, useState } from 'react';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import layout from '../../ui/layout/layout.module.css';
import text from '../../ui/layout/text.module.css';
import { type Subject, questions, searchQuestions } from './questions.ts';
import styles from './help.module.css';

const subjects: readonly Subject[] = ['orders', 'payments', 'verification', 'account'];

interface FaqScreenProps {
  onSupport: () => void;
}

/** Folding questions with a search. */
export function FaqScreen({ onSupport }: FaqScreenProps) {
  const t = useTexts();
  const [query, setQuery] = useState('');
  const found = subjects.map((subject) => {
    const all = questions[subject].map((name) => ({
      name,
      question: t(`tpl:faq:q_${name}`),
      answer: t(`tpl:faq:a_${name}`),
    }));
    return { subject, list: searchQuestions(all, query) };
  });
  const count = found.reduce((sum, { list }) => sum + list.length, 0);
  const isSearch = query.trim() !== '';
  return (
    <div className={layout.main}>
      <TextField
        label={t('tpl:faq:search')}
        icon="search"
        type="search"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={query}
        onChange={setQuery}
      />
      <p className="vh" role="status">
        {isSearch ? t('tpl:faq:count', { count }) : ''}
      </p>
      {found.map(({ subject, list }) => list.length > 0 && <SubjectPart key={subject} subject={subject} list={list} />)}
      {count === 0 && (
        <EmptyState title={t('tpl:faq:none')} action={<Button onClick={onSupport}>{t('tpl:common:support')}</Button>}>
          {t('tpl:faq:none_text')}
        </EmptyState>
      )}
    </div>
  );
}

function SubjectPart({ subject, list }: { subject: Subject; list: ReturnType<typeof searchQuestions> }) {
  const t = useTexts();
  const heading = useId();
  return (
    <section className={text.stackS} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        {t(`tpl:faq:subject_${subject}`)}
      </h2>
      {list.map(({ name, question, answer }) => (
        <Disclosure key={name} title={<span className={styles.question}>{question}</span>}>
          <p className={styles.answer}>{answer}</p>
        </Disclosure>
      ))}
    </section>
  );
}
