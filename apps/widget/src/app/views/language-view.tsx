import { StepHeader } from '../../parts/page/step-header.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout/layout.module.css';
import { ListRow } from '../../ui/layout/list-row.tsx';
import { useApp } from '../app-parts.ts';
import { CabinetPage } from '../wide/cabinet-page.tsx';
import { languageNames } from '../menu/language-names.ts';
import { switchLanguage } from '../change-language.ts';

/** The language page: each language by its own name. */
export default function LanguageView() {
  const parts = useApp();
  const t = useTexts();
  const { boot, texts } = parts.runtime;
  return (
    <CabinetPage>
      <StepHeader
        title={t('tpl:menu:language')}
        leave={{
          kind: 'back',
          label: t('tpl:common:back'),
          onLeave: () => parts.router.navigate('order-stepper'),
        }}
      />
      <div className={layout.main}>
        <Card kind="flush">
          {boot.languages.map((code) => (
            <ListRow
              key={code}
              title={<span lang={code}>{languageNames[code] ?? code}</span>}
              end={code === texts.language() && <Icon name="check" />}
              onPress={() => switchLanguage(parts, code)}
            />
          ))}
        </Card>
      </div>
    </CabinetPage>
  );
}
