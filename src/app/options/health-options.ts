// The options of `health` and `wait`.
import { readDuration } from '../../http/duration.ts';
import { option } from './options.ts';

/** A time of at most a day, in milliseconds. */
function patience(words: string): number {
  const found = readDuration(words);
  if (found !== undefined && found > 0 && found <= 86_400_000) return found;
  throw new Error(`'${words}' is no time of at most a day, such as 500ms, 30s or 2m`);
}

export const healthOptions = {
  timeout: option('--timeout <time>', 'how long the answer may take', patience, 5000, '5s'),
};

export const waitOptions = {
  timeout: option('--timeout <time>', 'how long to wait for it', patience, 30_000, '30s'),
};
