import type { HostConnection } from '@causeway/bridge/host/connect-host';
import type { DisplayChange } from './events.ts';
import type { Mounted } from './mounted.ts';
import type { CausewayOptions } from './options.ts';
import type { Stage } from './stages/stage.ts';

/** What few pages need: it is fetched when it is wanted, so that the first script stays small. */
export interface More {
  /** Modal, popup or redirect. */
  openStage: (widget: Mounted) => Stage;
  /** Tells why a frame cannot work, and shows the other ways where the partner lets us; `versions` are those it speaks. */
  giveWay: (widget: Mounted, reason: DisplayChange['reason'], versions?: readonly number[]) => void;
  /** Gives the widget's address to `go`, with a token that the partner's function just made. */
  mintAddress: (widget: Mounted, go: (url: string) => void, path?: string) => void;
  /** Gives a running widget new options. */
  updateWidget: (widget: Mounted, send: HostConnection['send'], changes: Partial<CausewayOptions>) => void;
  /** Shows what is wrong with the page around the widget. */
  startDoctor: (widget: Mounted) => Promise<void>;
}

export type FetchMore = () => Promise<More>;
