import { useEffect, useState } from 'react';
import { createGoingOn, type GoingOn } from '../lib/timing/going-on.ts';
import { realTimers } from '../lib/timing/timers.ts';
import { useRuntime } from './runtime.ts';

/** Calls of a screen that go on by themselves after a break of the connection, and say so; with the screen they are given up. */
export function useGoingOn(): GoingOn {
  const { network, toasts, texts } = useRuntime();
  const tell = () => toasts.show({ text: texts.t('tpl:common:error:network') });
  const [goingOn] = useState(() => createGoingOn({ network, timers: realTimers, tell }));
  useEffect(() => goingOn.giveUp, [goingOn]);
  return goingOn;
}
