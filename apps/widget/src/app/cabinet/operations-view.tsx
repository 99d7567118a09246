import { OperationsScreen } from '../../features/operations/operations-screen.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount, useApp } from '../app-parts.ts';
import { StepFrame } from '../views/step-frame.tsx';
import { operationLinks } from '../views/home-view.tsx';
import { ofOneClient } from '../wide/cabinet-page.tsx';

/** The operations of the balance (3-50). */
function OperationsView() {
  const app = useApp();
  const { config } = useAccount();
  const t = useTexts();
  return (
    <StepFrame title={t('tpl:operations:title')} onBack={() => app.router.navigate('balance')}>
      <OperationsScreen {...operationLinks(app, config)} />
    </StepFrame>
  );
}

export default ofOneClient(OperationsView);
