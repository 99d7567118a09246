/** A clock that a test moves by hand. */
export class ManualClock {
  #time: number;

  constructor(start: Date | string = '2026-01-15T12:00:00.000Z') {
    this.#time = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#time);
  }

  advance(milliseconds: number): void {
    this.#time += milliseconds;
  }

  set(time: Date | string): void {
    this.#time = new Date(time).getTime();
  }
}
