// What the mode replay is composed from.
import type { Settings } from '../../spec/assumptions.ts';
import type { Clock } from '../../http/clock.ts';
import type { Recording } from '../../recording/format.ts';
import type { BodyCodec } from '../../recording/body/body-codec.ts';
import type { Redactor } from '../../recording/redact/redactor.ts';

export interface ReplayOptions {
  readonly settings: Settings;
  /** The recording in force; another object is another edition of it. */
  readonly source: () => Recording;
  /** How the user calls the recording. */
  readonly name: string;
  /** As the recording was redacted. */
  readonly redactor: Redactor;
  /** How bodies become bytes where this runs. */
  readonly bodies: BodyCodec;
  /** Valid keys, besides `test_<something>`. */
  readonly keys: ReadonlySet<string>;
  /** Whether requests need a key (§5). */
  readonly auth: boolean;
  /** Whether the limits of the worlds apply (§8). */
  readonly limited: boolean;
  /** Whether writes that were not recorded are answered by the rules of the mock, and show in recorded answers. */
  readonly allowUnrecordedWrites: boolean;
  /** Whether the simulator answers what was not recorded; unrecorded writes are then allowed in any case. */
  readonly simulateMisses: boolean;
  /** Given, each answer takes the time it took when it was recorded. */
  readonly sleep: ((milliseconds: number) => Promise<unknown>) | null;
  readonly createClock: () => Clock;
  /** Something happened that nobody expected. */
  readonly onFailure: (error: unknown) => void;
}
