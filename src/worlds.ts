// The worlds that are open: one for each account, made on first use and alike at the start.
import type { Settings } from './api/assumptions.ts';
import type { DataSet } from './api/resources.ts';
import type { Clock } from './clock.ts';
import { Journal } from './filters/journal.ts';
import { Limiter } from './filters/limiter.ts';
import type { Limits } from './filters/limiter.ts';
import { Simulation } from './mock/simulation.ts';

/** One account: its records, limits, clock and journal. */
export interface World {
  /** Names the world in links and logs, in place of its key, which is secret. */
  readonly id: string;
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly journal: Journal;
  readonly simulation: Simulation;
}

export interface WorldsOptions {
  readonly settings: Settings;
  readonly data: DataSet;
  readonly limitsOf: (account: string) => Limits;
  /** A clock for a world that opens now. */
  readonly createClock: () => Clock;
  /** Told when a world is dropped because there are too many. */
  readonly onDrop: (world: World) => void;
}

/** At most so many worlds, and at most so many listings in all of them together. */
const mostWorlds = 1000;
const mostListings = 500_000;

export class Worlds {
  readonly capacity: number;
  readonly #options: WorldsOptions;
  /** By account, the least recently opened or used in front. */
  readonly #open = new Map<string, World>();
  readonly #byId = new Map<string, World>();
  #opened = 0;
  #lastAccount: string | undefined;
  #lastWorld: World | undefined;

  constructor(options: WorldsOptions) {
    this.#options = options;
    const listings = Math.max(1, options.data.listings.length);
    this.capacity = Math.max(2, Math.min(mostWorlds, Math.floor(mostListings / listings)));
  }

  /** The world of an account; opens it on first use. */
  of(account: string): World {
    if (account === this.#lastAccount) return this.#lastWorld!;
    const world = this.#open.get(account) ?? this.#create(account);
    // Put behind all others: the one in front is then the one to drop.
    this.#open.delete(account);
    this.#open.set(account, world);
    this.#lastAccount = account;
    this.#lastWorld = world;
    return world;
  }

  /** The open world with this id. */
  byId(id: string): World | undefined {
    return this.#byId.get(id);
  }

  #create(account: string): World {
    if (this.#open.size >= this.capacity) this.#dropOldest();
    const { settings, data, limitsOf, createClock } = this.#options;
    this.#opened += 1;
    const id = `w${this.#opened}`;
    const clock = createClock();
    const world = {
      id,
      clock,
      limiter: new Limiter(limitsOf(account), settings),
      journal: new Journal(),
      simulation: new Simulation({ id, clock, data, settings }),
    };
    this.#byId.set(id, world);
    return world;
  }

  #dropOldest(): void {
    const [account, world] = this.#open.entries().next().value!;
    this.#open.delete(account);
    this.#byId.delete(world.id);
    this.#options.onDrop(world);
  }
}
