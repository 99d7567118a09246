import { useState } from 'react';
import { useApp, useStepper } from '../app-parts.ts';
import type { Target } from '../router/target.ts';
import { type RouteView, routeOf } from '../routes.ts';
import type { StepName } from '../stepper/steps.ts';

/** The route that a view shows. While the view slides out, its own last one: the next route belongs to another view. */
export function useHeldRoute(view: RouteView): Target {
  const { router } = useApp();
  const { step } = useStepper();
  const [held, setHeld] = useState(router.current());
  const route = heldRoute({ current: router.current(), held, step }, view);
  if (route !== held) setHeld(route);
  return route;
}

export function heldRoute(
  { current, held, step }: { current: Target; held: Target; step: StepName },
  view: RouteView,
): Target {
  const shown = current.name === 'order-stepper' ? step : routeOf(current.name).view;
  return shown === view ? current : held;
}
