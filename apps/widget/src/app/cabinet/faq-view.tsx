import { FaqScreen } from '../../features/help/faq-screen.tsx';
import { openSupport } from '../../platform/open-support.ts';
import { useTexts } from '../../platform/runtime.ts';
import { useApp } from '../app-parts.ts';
import { StepFrame } from '../views/step-frame.tsx';

/** Questions and answers (2.1-21). */
export default function FaqView() {
  const { router, runtime } = useApp();
  const t = useTexts();
  return (
    <StepFrame title={t('tpl:menu:faq')} onBack={() => router.navigate('order-stepper')}>
      <FaqScreen onSupport={() => openSupport(runtime)} />
    </StepFrame>
  );
}
