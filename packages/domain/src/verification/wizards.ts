import { isLevelAtLeast, type ClientLevel } from '../clients/client-level.ts';

/** The short forms by which a client raises the limits (2.5-02), in their order. */
export const wizards = ['email', 'phone', 'basic', 'identity', 'address', 'bank_statement', 'wallet'] as const;
export type Wizard = (typeof wizards)[number];

/** Flags of a client that choose the variant of the wizards (2.5-01). */
export interface WizardFlags {
  /** Light verification: basic data give a level of their own, with limits. */
  isBasicVerifyEnabled: boolean;
  /** Identity and address are one step, and no bank statement is asked for. */
  isZerohashFlow: boolean;
}

/** Wizards that are done together: their group is what opens and completes (4.9). */
export interface WizardGroup {
  name: 'start' | 'identity' | 'address' | 'bank_statement' | 'identity_address' | 'wallet';
  wizards: readonly Wizard[];
  /** Levels on which its wizards can be started. */
  enabled: readonly ClientLevel[];
  /** Level from which it is complete; a wallet has no level of its own. */
  completes: ClientLevel | undefined;
  /** Level from which it is unfolded. */
  opens: ClientLevel;
}

/** The groups of a client's variant in their order (4.9-01 to 4.9-16, A-072 to A-075). */
export function groupsOf({ isBasicVerifyEnabled, isZerohashFlow }: WizardFlags): WizardGroup[] {
  const started: ClientLevel = isBasicVerifyEnabled ? 'basic' : 'email_phone';
  const start: WizardGroup = {
    name: 'start',
    wizards: isBasicVerifyEnabled ? ['email', 'phone', 'basic'] : ['email', 'phone'],
    enabled: ['unverified', 'email_phone'],
    completes: started,
    opens: 'unverified',
  };
  const wallet: WizardGroup = {
    name: 'wallet',
    wizards: ['wallet'],
    enabled: isBasicVerifyEnabled
      ? ['basic', 'identity', 'address', 'bank_statement']
      : ['identity', 'address', 'bank_statement'],
    completes: undefined,
    opens: 'email_phone',
  };
  return [start, ...(isZerohashFlow ? [combined(started)] : separate(started)), wallet];
}

function combined(started: ClientLevel): WizardGroup {
  return {
    name: 'identity_address',
    wizards: ['identity', 'address'],
    enabled: [started],
    completes: 'bank_statement',
    opens: started,
  };
}

function separate(started: ClientLevel): WizardGroup[] {
  const single = (name: 'identity' | 'address' | 'bank_statement', enabled: ClientLevel): WizardGroup => ({
    name,
    wizards: [name],
    enabled: [enabled],
    completes: name,
    opens: enabled,
  });
  return [single('identity', started), single('address', 'identity'), single('bank_statement', 'address')];
}

/** The wizards of a client's variant. */
export function wizardsOf(flags: WizardFlags): Wizard[] {
  return groupsOf(flags).flatMap((group) => group.wizards);
}

/** The group of a wizard; `undefined` where the variant has no such wizard. */
export function groupOf(wizard: Wizard, flags: WizardFlags): WizardGroup | undefined {
  return groupsOf(flags).find((group) => group.wizards.includes(wizard));
}

/** Whether the level lets a client start the wizard. */
export function isWizardEnabled(wizard: Wizard, level: ClientLevel, flags: WizardFlags): boolean {
  return groupOf(wizard, flags)?.enabled.includes(level) ?? false;
}

export function isGroupCompleted({ completes }: WizardGroup, level: ClientLevel): boolean {
  return completes !== undefined && isLevelAtLeast(level, completes);
}

export function isGroupOpen({ opens }: WizardGroup, level: ClientLevel): boolean {
  return isLevelAtLeast(level, opens);
}
