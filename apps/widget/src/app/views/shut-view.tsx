import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import layout from '../../ui/layout/layout.module.css';

/** The page around allows no route: an empty frame with a link to the support. */
export default function ShutView() {
  const { boot } = useRuntime();
  const t = useTexts();
  return (
    <div className={layout.main}>
      <ButtonLink look="line" icon="message-circle" href={boot.brand.supportUrl} target="_blank" rel="noreferrer">
        {t('tpl:common:support')}
      </ButtonLink>
    </div>
  );
}
