import { OperationsScreen } from '../../features/operations/operations-screen.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount, useApp } from '../app-parts.ts';
import { StepFrame } from '../views/step-frame.tsx';
import { operationLinks } from '../views/home-view.tsx';

/** The operations of the balance (3-50). */
export default function OperationsView() {
  const app = useApp();
  const { config, client } = useAccount();
  const t = useTexts();
  return (
    <StepFrame title={t('tpl:operations:title')} onBack={() => app.router.navigate('balance')}>
      <OperationsScreen key={client.niceId} {...operationLinks(app, config)} />
    </StepFrame>
  );
}
