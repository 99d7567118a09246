import type { Wizard } from '@causeway/domain/verification/wizards';
import { lazy, type ReactNode } from 'react';
import { BasicScreen } from '../../features/verification/basic-screen.tsx';
import { WizardListScreen } from '../../features/verification/wizard-list-screen.tsx';
import { useAccount, useApp } from '../app-parts.ts';
import { wizardRoute } from './wizard-route.ts';

const FileWizardPage = lazy(() => import('./file-wizard-page.tsx'));

export interface WizardPageProps {
  /** Without one the list of them is shown. */
  wizard: Wizard | undefined;
  /** What the order is about, inside of one. */
  summary?: ReactNode;
  onDone: () => void;
}

/** The list of the wizards, or one that asks for more than a code. */
export default function WizardPage({ wizard, summary, onDone }: WizardPageProps) {
  const { router } = useApp();
  const { client } = useAccount();
  if (wizard === 'basic') return <BasicScreen summary={summary} onDone={onDone} />;
  if (wizard !== undefined && wizard !== 'email' && wizard !== 'phone')
    return <FileWizardPage wizard={wizard} summary={summary} onDone={onDone} />;
  const { name, query } = router.current();
  // An order is gone on with where it was left, whichever of the wizards the client chose.
  const redirect = name === 'order-stepper' ? '/' : query['redirect'];
  const then: Readonly<Record<string, string>> = redirect === undefined ? {} : { redirect };
  return (
    <WizardListScreen
      client={client}
      summary={summary}
      hrefOf={(candidate) => router.href(wizardRoute(candidate), {}, then)}
      onOpen={(candidate, walletId) => {
        router.navigate(wizardRoute(candidate), {}, then);
        // The card that is meant travels with the history, not in the URL.
        if (walletId !== undefined) window.history.replaceState({ walletId }, '');
      }}
    />
  );
}
