import type { CausewayEvent } from '@causeway/sdk';

export interface Heard {
  number: number;
  event: CausewayEvent;
  detail: string;
}

/** As many events as the list keeps. */
export const most = 100;

export function Events({ heard, onClear }: { heard: readonly Heard[]; onClear: () => void }) {
  return (
    <div className="events">
      <div className="bar">
        <h2 id="events">Events</h2>
        <button type="button" onClick={onClear}>
          Clear
        </button>
      </div>
      {heard.length === 0 && <p>None yet.</p>}
      <ol aria-labelledby="events" tabIndex={0}>
        {heard.map(({ number, event, detail }) => (
          <li key={number}>
            <b>{event}</b> <code>{detail}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}
