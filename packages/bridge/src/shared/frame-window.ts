/** The part of a `message` event that the bridge reads. */
export interface FrameMessage {
  readonly data: unknown;
  readonly origin: string;
  readonly source: unknown;
}

/** Somewhere a message can be posted to: the parent window or the frame's window. */
export interface PostTarget {
  postMessage(message: unknown, targetOrigin: string): void;
}

/** The part of `window` that both ends use; a real `Window` fits, and so does a fake one in a test. */
export interface FrameWindow {
  addEventListener(type: 'message', listener: (event: FrameMessage) => void): void;
  removeEventListener(type: 'message', listener: (event: FrameMessage) => void): void;
  setInterval(callback: () => void, milliseconds: number): number;
  clearInterval(id: number): void;
  setTimeout(callback: () => void, milliseconds: number): number;
  clearTimeout(id: number | undefined): void;
}
