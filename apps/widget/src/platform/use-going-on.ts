import { useEffect, useState } from 'react';
import { realTimers } from '../lib/timing/timers.ts';
import { createGoingOn, type GoingOn } from '../lib/timing/until-answered.ts';
import type { Runtime } from './runtime.ts';

/** A call of a form continues after a break of the connection; leaving the form ends it. */
export function useGoingOn({ network, toasts, texts }: Pick<Runtime, 'network' | 'toasts' | 'texts'>): GoingOn {
  const showWaiting = () => toasts.show({ kind: 'waiting', text: texts.t('tpl:common:error:network') });
  const [goingOn] = useState(() => createGoingOn(network, realTimers, showWaiting));
  useEffect(() => goingOn.cancel, [goingOn]);
  return goingOn;
}
