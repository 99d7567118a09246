import type { Capabilities } from '@causeway/bridge/shared/protocol';

declare global {
  interface Document {
    /** Chromium's way to tell a frame its permissions. */
    readonly featurePolicy?: { allowsFeature: (name: string) => boolean };
  }
}

/** The part of a window that is looked at. */
export interface CapableWindow {
  readonly isSecureContext: boolean;
  readonly localStorage: Pick<Storage, 'setItem' | 'removeItem'>;
  readonly navigator: { readonly userAgent: string; readonly mediaDevices?: unknown };
  readonly document: Pick<Document, 'featurePolicy'>;
  readonly PaymentRequest?: unknown;
}

/** Browsers inside other apps, which open no second window. */
const windowless = /; wv\)|FBAN|FBAV|Instagram|Line\//;

function canStore(window: CapableWindow): boolean {
  try {
    window.localStorage.setItem('causeway.try', '1');
    window.localStorage.removeItem('causeway.try');
    return true;
  } catch {
    return false;
  }
}

/** What the widget can do where it stands; browsers that do not tell a frame its permissions are taken at their word later. */
export function readCapabilities(window: CapableWindow): Capabilities {
  const { document, navigator, isSecureContext } = window;
  const allows = (name: string) => document.featurePolicy?.allowsFeature(name) ?? true;
  return {
    storage: canStore(window),
    camera: isSecureContext && navigator.mediaDevices !== undefined && allows('camera'),
    payment: window.PaymentRequest !== undefined && allows('payment'),
    popups: !windowless.test(navigator.userAgent),
  };
}
