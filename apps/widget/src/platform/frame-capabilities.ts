import type { Capabilities } from '@causeway/bridge/shared/payloads';

declare global {
  interface Document {
    /** Chromium's API for a frame's permissions. */
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

/**
 * What the widget can do in its frame; browsers that do not report a frame's permissions are assumed to allow
 * everything.
 */
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
