import { FileWizardScreen } from '../../features/verification/files/file-wizard-screen.tsx';
import type { FileWizard } from '../../features/verification/files/wizard-files.ts';
import type { ReactNode } from 'react';
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
  const isInOrder = router.current().name === 'order-stepper';
  const leave = isInOrder
    ? { text: t('tpl:verification:limit_change'), hint: t('tpl:verification:limit_review'), onLeave: flow.back }
    : { text: t('tpl:verification:back_to_list'), onLeave: () => router.navigate('verification') };
  return (
    <FileWizardScreen
      wizard={wizard}
      flags={{
        isBasicVerifyEnabled: client.isBasicVerifyEnabled === 1,
        isZerohashFlow: client.isZerohashFlow === 1,
      }}
      summary={summary}
      onDone={onDone}
      onSubmitted={isInOrder ? undefined : onDone}
      leave={leave}
    />
  );
}
