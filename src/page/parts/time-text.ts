// Times and amounts as the page writes them. Times are UTC, as those of the service.

/** Such as `12:00:05.250`. */
export const clockTime = (at: number): string => new Date(at).toISOString().slice(11, 23);

/** Such as `2026-01-01 12:00:05`. */
export const dateTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

export const milliseconds = (time: number): string =>
  time < 10 ? time.toFixed(1) : String(Math.round(time));

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
