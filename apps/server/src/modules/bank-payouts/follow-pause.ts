import type { AppContext } from '../../context.ts';

/** Milliseconds between looks at a pay-out: the simulated bank settles in seconds, a real one tells of it by notices. */
const pauses = { sandbox: 2000, live: 300_000 } as const;

/** When a sent pay-out is looked at next. */
export function followPause({ clock, config }: Pick<AppContext, 'clock' | 'config'>): Date {
  return new Date(clock.now().getTime() + pauses[config.ENVIRONMENT]);
}
