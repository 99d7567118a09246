import { CompanyChangesScreen } from '../../features/company-changes/company-changes-screen.tsx';
import { StepHeader } from '../../parts/page/step-header.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { useApp } from '../app-parts.ts';
import { ofOneClient } from '../wide/cabinet-page.tsx';

/** The agreement that must be accepted before anything else (2.1-02, A-105). */
function CompanyChangesView() {
  const { router, account, logOut } = useApp();
  const t = useTexts();
  return (
    <>
      <StepHeader title={t('tpl:company_changes:title')} />
      <CompanyChangesScreen
        onAccepted={async () => {
          const { redirect } = router.current().query;
          await account.refreshClient();
          if (!router.follow(redirect)) router.navigate('order-stepper', {}, {}, { replace: true });
        }}
        onLogOut={() => void logOut()}
      />
    </>
  );
}

export default ofOneClient(CompanyChangesView);
