// What a recording shows, for a simulator that goes on from it: its records, and the files behind its download links.
import type { Handler } from '../../http/message.ts';
import type { Recording } from '../../recording/format.ts';
import { recordedFiles } from './hydrate-files.ts';
import { hydrateRecords } from './hydrate-records.ts';
import type { HydratedRecords, HydrateOptions } from './hydrate-records.ts';

export interface Hydrated extends Pick<HydratedRecords, 'data' | 'found'> {
  /** Answers for the files behind download links, as recorded, below `/__mock/files/`. */
  readonly files: (now: () => number) => Handler;
}

export function hydrate(recording: Recording, options: HydrateOptions = {}): Hydrated {
  const { data, found, timed, runs } = hydrateRecords(recording, options);
  return { data, found, files: recordedFiles(timed, runs, options.asOf ?? 'end') };
}
