import { FileWizardScreen } from '../../features/verification/files/file-wizard-screen.tsx';
import type { FileWizard } from '../../features/verification/files/wizard-files.ts';
import { HandedWizardScreen } from '../../features/verification/handover/handed-wizard-screen.tsx';
import { WalletChoice } from '../../features/verification/wizard-list-screen.tsx';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount, useApp } from '../app-parts.ts';

export interface FileWizardPageProps {
  wizard: FileWizard;
  summary: ReactNode;
  onDone: () => void;
}

/**
 * A wizard that takes files. In the cabinet sending them leads on; an order waits here for the review, or goes on with
 * a smaller amount.
 */
export default function FileWizardPage({ wizard, summary, onDone }: FileWizardPageProps) {
  const { router, flow } = useApp();
  const { client } = useAccount();
  const t = useTexts();
  const [walletId, setWalletId] = useState(walletOfPage);
  const choose = (chosen: string) => {
    window.history.replaceState({ walletId: chosen }, '');
    setWalletId(chosen);
  };
  if (wizard === 'wallet' && walletId === '')
    return <WalletChoice client={client} href={router.href('verification-wallet')} onChoose={choose} />;
  const isInOrder = router.current().name === 'order-stepper';
  const leave = isInOrder
    ? { text: t('tpl:verification:limit_change'), hint: t('tpl:verification:limit_review'), onLeave: flow.back }
    : { text: t('tpl:verification:back_to_list'), onLeave: () => router.navigate('verification') };
  return (
    <FileWizardScreen
      wizard={wizard}
      {...(wizard === 'wallet' && { walletId })}
      flags={{
        isBasicVerifyEnabled: client.isBasicVerifyEnabled === 1,
        isZerohashFlow: client.isZerohashFlow === 1,
      }}
      summary={summary}
      onDone={onDone}
      onSubmitted={isInOrder ? undefined : onDone}
      leave={leave}
      onOther={isInOrder ? (other) => router.navigate(`verification-${other}`, {}, { redirect: '/' }) : undefined}
    />
  );
}

/** The wizard of a phone. It shares the chunk of the wizards, whose places for files it has. */
export function HandedWizardPage() {
  return <HandedWizardScreen />;
}

/** The card that the page of the cards is about, by the state of the history. */
function walletOfPage(): string {
  const state: unknown = window.history.state;
  const isThere = typeof state === 'object' && state !== null && 'walletId' in state;
  return isThere && typeof state.walletId === 'string' ? state.walletId : '';
}
