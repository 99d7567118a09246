import type { MouseEvent } from 'react';

/** What a click on a link inside the application does; a click that asks for another tab stays the browser's. */
export function follow(act: () => void): (event: MouseEvent<HTMLElement>) => void {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    act();
  };
}
