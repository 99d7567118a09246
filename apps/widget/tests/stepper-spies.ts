import { vi, type Mock } from 'vitest';

type Spy =
  | 'navigate'
  | 'check'
  | 'toasts'
  | 'warn'
  | 'events'
  | 'updateStep'
  | 'refreshClient'
  | 'refreshConfig'
  | 'refreshPrice'
  | 'accept'
  | 'closePopup';

export function createSpies(): Record<Spy, Mock> {
  return {
    navigate: vi.fn(),
    check: vi.fn(),
    toasts: vi.fn(),
    warn: vi.fn(),
    events: vi.fn(),
    updateStep: vi.fn(),
    refreshClient: vi.fn(),
    refreshConfig: vi.fn(),
    refreshPrice: vi.fn(),
    accept: vi.fn(),
    closePopup: vi.fn(),
  };
}
