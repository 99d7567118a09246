import { AboutScreen } from '../../features/help/about-screen.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { useApp } from '../app-parts.ts';
import { StepFrame } from '../views/step-frame.tsx';

/** Who runs this, and how to reach them (2.1-22). */
export default function AboutView() {
  const { router, runtime } = useApp();
  const t = useTexts();
  return (
    <StepFrame
      title={t('tpl:about:title', { brand: runtime.boot.brand.name })}
      onBack={() => router.navigate('order-stepper')}
    >
      <AboutScreen brand={runtime.boot.brand} />
    </StepFrame>
  );
}
