import type { ClientLevel } from '../clients/client-level.ts';
import { type WizardFlags, type Wizard, groupsOf, isGroupCompleted } from './wizards.ts';

/** What a level above the present one takes: the next one, and the wizards that give it. `undefined` at the top. */
export function nextStage(
  level: ClientLevel,
  flags: WizardFlags,
): { level: ClientLevel; wizards: readonly Wizard[] } | undefined {
  if (level === 'unverified') return { level: 'email_phone', wizards: ['email'] };
  const group = groupsOf(flags).find((one) => one.completes !== undefined && !isGroupCompleted(one, level));
  if (group?.completes === undefined) return undefined;
  return { level: group.completes, wizards: group.name === 'start' ? ['basic'] : group.wizards };
}

/** The levels of a client's variant in rising order, without the lowest. */
export function levelsOf(flags: WizardFlags): ClientLevel[] {
  const levels: ClientLevel[] = [];
  for (let next = nextStage('unverified', flags); next !== undefined; next = nextStage(next.level, flags))
    levels.push(next.level);
  return levels;
}

/** What of a client was confirmed or approved. */
export interface VerifiedFacts {
  level: ClientLevel;
  isDone: (wizard: Wizard) => boolean;
}

/**
 * The level that the approved wizards give. It rises stage by stage, so that an approved address without an identity
 * gives nothing, and never falls below the present one.
 */
export function levelOf({ level, isDone }: VerifiedFacts, flags: WizardFlags): ClientLevel {
  const next = nextStage(level, flags);
  if (next === undefined || !next.wizards.every(isDone)) return level;
  return levelOf({ level: next.level, isDone }, flags);
}
