import { useSyncExternalStore } from 'react';
import { ExchangeScreen } from '../../features/exchange/exchange-screen.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { StepSwitch } from '../../ui/step-switch.tsx';
import { useApp, useStepper } from '../app-parts.ts';
import { openModes } from '../open-modes.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { useExchangeParts } from './use-exchange-parts.ts';
import { useHeadingFocus } from './use-heading-focus.ts';
import { useStepRecovery } from './use-step-recovery.ts';
import { useView, type ShownView } from './use-view.ts';
import { viewOf } from './views.ts';

function FirstScreen() {
  const { runtime } = useApp();
  const parts = useExchangeParts();
  return <ExchangeScreen {...parts} openModes={openModes(parts.config, runtime.boot.brand.clientUrl ?? '')} />;
}

function LostScreen({ onAgain }: { onAgain: () => void }) {
  const t = useTexts();
  return (
    <div className={layout.main}>
      <Note>{t('tpl:common:network')}</Note>
      <Button onClick={onAgain}>{t('tpl:common:try_again')}</Button>
    </div>
  );
}

function Screen({ screen: Shown, onAgain }: { screen: ShownView['screen']; onAgain: () => void }) {
  if (Shown === 'first') return <FirstScreen />;
  if (Shown === 'blank') return <div className={layout.main} />;
  if (Shown === 'loading') return <LoadingScreen />;
  if (Shown === 'failed') return <LostScreen onAgain={onAgain} />;
  return <Shown />;
}

/** The screen of the route and step, sliding in the direction of the move. */
export function ViewSwitch() {
  const { router } = useApp();
  const { step, direction } = useStepper();
  const route = useSyncExternalStore(router.subscribe, router.current, router.current);
  const wanted = route.isShut ? 'shut' : viewOf(route.name, step);
  const { shown, again } = useView(wanted, direction);
  useStepRecovery(shown, wanted);
  useHeadingFocus(shown.turn);
  return (
    <StepSwitch step={`${shown.name} ${shown.turn}`}>
      <Screen screen={shown.screen} onAgain={again} />
    </StepSwitch>
  );
}
