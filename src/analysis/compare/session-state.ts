// How far the simulator's state follows the recorded one while a session is compared.
import { momentOf } from './formats.ts';
import { printPath, type Path } from './json-path.ts';

/** Times as near as this are those of the same event, told by two clocks; in milliseconds. */
const near = 5000;

export class SessionState {
  /** Listings that were written in the session. */
  readonly #written = new Set<string>();
  /** Listings that one side has changed and the other has not: their values have nothing to say any more. */
  readonly #diverged = new Set<string>();
  /** The times last seen at a place of a record. */
  readonly #times = new Map<string, { readonly recorded: number; readonly simulated: number }>();

  write(listing: string, recorded: number, simulated: number | undefined): void {
    const id = listing.toLowerCase();
    const isDone = (status: number) => status >= 200 && status < 300;
    if (isDone(recorded)) this.#written.add(id);
    if (recorded >= 500 || isDone(recorded) !== isDone(simulated ?? recorded)) this.#diverged.add(id);
  }

  hasDiverged(id: string | undefined): boolean {
    return id !== undefined && this.#diverged.has(id.toLowerCase());
  }

  /**
   * Whether two times that are not equal tell the same: both clocks may differ, but what stays on one side stays on
   * the other, and what a write has moved here it has moved there.
   */
  excuses(record: string, path: Path, recorded: unknown, simulated: unknown): boolean {
    const [theirs, ours] = [momentOf(recorded), momentOf(simulated)];
    if (theirs === undefined || ours === undefined) return false;
    const place = `${record.toLowerCase()} ${printPath(path)}`;
    const before = this.#times.get(place);
    this.#times.set(place, { recorded: theirs.at, simulated: ours.at });
    if (before === undefined) {
      const id = record.slice(record.indexOf(' ') + 1).toLowerCase();
      return this.#written.has(id) || Math.abs(theirs.at - ours.at) <= near;
    }
    const [here, there] = [theirs.at - before.recorded, ours.at - before.simulated];
    const unit = Math.max(theirs.unit, ours.unit);
    // Within one unit of time a step may not show.
    const isStep = (step: number, other: number) => Math.abs(step) > (other === 0 && unit > 1 ? 2 * unit : 0);
    return isStep(here, there) === isStep(there, here);
  }
}
