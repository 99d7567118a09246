/** A card that became a token in the acquirer's frame. */
export interface FrameCard {
  token: string;
  brand: string;
  last4: string;
  /** 0 where the acquirer does not report it. */
  expMonth: number;
  expYear: number;
}

/** Messages of the acquirer's pages to the page around them. */
export type CardFrameMessage =
  | { type: 'ready' | 'height'; height: number }
  | { type: 'change'; isComplete: boolean }
  | { type: 'token'; card: FrameCard }
  | { type: 'error'; code: string }
  | { type: 'challenge_done' };

const heightMax = 1200;

/** Reads a message of the acquirer's frame; anything else is undefined. The listener checks its sender. */
export function readCardFrameMessage(data: unknown): CardFrameMessage | undefined {
  if (!isFields(data) || data['source'] !== 'card-fields') return undefined;
  const { type, height, token, code } = data;
  switch (type) {
    case 'ready':
    case 'height':
      return typeof height === 'number' && height > 0 && height <= heightMax
        ? { type, height }
        : type === 'ready'
          ? { type, height: 0 }
          : undefined;
    case 'change':
      return { type, isComplete: data['is_complete'] === true || data['is_complete'] === 1 };
    case 'token':
      return typeof token === 'string' && token !== '' && token.length <= 200
        ? { type, card: { token, ...faceOf(data) } }
        : undefined;
    case 'error':
      return { type, code: typeof code === 'string' ? code : '' };
    case 'challenge_done':
      return { type };
    default:
      return undefined;
  }
}

function faceOf(data: Record<string, unknown>): Omit<FrameCard, 'token'> {
  const text = (name: string) => (typeof data[name] === 'string' ? data[name].slice(0, 20) : '');
  const number = (name: string) => (Number.isInteger(data[name]) ? Number(data[name]) : 0);
  return { brand: text('brand'), last4: text('last4'), expMonth: number('exp_month'), expYear: number('exp_year') };
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
