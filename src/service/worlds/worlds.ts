// The worlds that are open: one for each account, made on first use and alike at the start.
import type { DataSet } from '../models/resources.ts';
import { Journal } from './journal.ts';
import type { Keeper } from './note-request.ts';
import { World } from './world.ts';
import type { WorldPlan } from './world.ts';

export interface WorldsOptions extends WorldPlan {
  /** Told when a world is dropped because there are too many. */
  readonly onDrop: (world: World) => void;
}

/** At most so many worlds, and at most so many listings in all of them together. */
const mostWorlds = 1000;
const mostListings = 500_000;

export class Worlds {
  readonly capacity: number;
  /** Requests that were let into no world: without a key, with a wrong one, or refused before. */
  readonly strangers: Keeper;
  readonly #plan: WorldPlan & { data: DataSet };
  readonly #onDrop: (world: World) => void;
  /** By account, the least recently opened or used in front. */
  readonly #open = new Map<string, World>();
  readonly #byId = new Map<string, World>();
  #opened = 0;
  #last: World | undefined;

  constructor(options: WorldsOptions) {
    this.#plan = { ...options };
    this.#onDrop = options.onDrop;
    this.strangers = {
      journal: new Journal(),
      clock: options.createClock(),
      audit: options.createAudit?.(null, { perSecond: Infinity, perMinute: Infinity }),
    };
    const listings = Math.max(1, options.data.listings.length);
    this.capacity = Math.max(2, Math.min(mostWorlds, Math.floor(mostListings / listings)));
  }

  /** The world of an account; opens it on first use. */
  of(account: string): World {
    if (account === this.#last?.account) return this.#last;
    const world = this.#open.get(account) ?? this.#create(account);
    // Put behind all others: the one in front is then the one to drop.
    this.#open.delete(account);
    this.#open.set(account, world);
    this.#last = world;
    return world;
  }

  /** The open world with this id. */
  byId(id: string): World | undefined {
    return this.#byId.get(id);
  }

  /** The open worlds, the least recently used first. */
  all(): World[] {
    return [...this.#open.values()];
  }

  /** Closes a world; with the next request of its account it begins anew. */
  drop(world: World): void {
    this.#open.delete(world.account);
    this.#byId.delete(world.id);
    if (this.#last === world) this.#last = undefined;
  }

  /** Gives all worlds other records to begin with, those that are open among them. */
  begin(data: DataSet): void {
    this.#plan.data = data;
    for (const world of this.#open.values()) world.forgetRecords();
  }

  #create(account: string): World {
    if (this.#open.size >= this.capacity) {
      const oldest = this.#open.values().next().value!;
      this.drop(oldest);
      this.#onDrop(oldest);
    }
    this.#opened += 1;
    const world = new World(`w${this.#opened}`, account, this.#plan);
    this.#byId.set(world.id, world);
    return world;
  }
}
