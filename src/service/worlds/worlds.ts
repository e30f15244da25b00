// The worlds that are open: one for each key, made on first use and alike at the start.
import type { DataSet } from '../models/resources.ts';
import { RequestLog } from './request-log.ts';
import type { Logged } from './request-log.ts';
import { OpenWorld } from './open-world.ts';
import type { WorldPlan } from './open-world.ts';
import { Traffic } from './world-traffic.ts';

interface WorldsOptions extends WorldPlan {
  /** Told when a world is dropped because there are too many. */
  readonly onDrop: (world: OpenWorld) => void;
  /** Whether the request logs keep answers. */
  readonly keepAnswers: boolean;
}

/** At most so many worlds, and at most so many listings in all of them together. */
const mostWorlds = 1000;
const mostListings = 500_000;

export class Worlds {
  /** Requests that were let into no world: without a key, with a wrong one, or refused before. */
  readonly unauthenticated: Logged;
  /** What their request logs share. */
  readonly traffic: Traffic;
  readonly #plan: WorldPlan & { data: DataSet };
  readonly #onDrop: (world: OpenWorld) => void;
  /** By key, the least recently opened or used in front. */
  readonly #open = new Map<string, OpenWorld>();
  readonly #byId = new Map<string, OpenWorld>();
  readonly #byLink = new Map<string, OpenWorld>();
  #opened = 0;
  #last: OpenWorld | undefined;

  constructor(options: WorldsOptions) {
    this.#plan = { ...options };
    this.#onDrop = options.onDrop;
    this.traffic = new Traffic(options.keepAnswers);
    this.unauthenticated = {
      log: new RequestLog(this.traffic, null),
      clock: options.createClock(),
      audit: options.createAudit?.(null, { perSecond: Infinity, perMinute: Infinity }),
    };
  }

  /** How many worlds may be open. */
  get capacity(): number {
    const listings = Math.max(1, this.#plan.data.listings.length);
    return Math.max(2, Math.min(mostWorlds, Math.floor(mostListings / listings)));
  }

  /** The world of a key; opens it on first use. */
  of(key: string): OpenWorld {
    if (key === this.#last?.key) return this.#last;
    const world = this.#open.get(key) ?? this.#create(key);
    // Put behind all others: the one in front is then the one to drop.
    this.#open.delete(key);
    this.#open.set(key, world);
    this.#last = world;
    return world;
  }

  /** The open world with this id. */
  byId(id: string): OpenWorld | undefined {
    return this.#byId.get(id);
  }

  /** The open world that a link names. */
  byLink(name: string): OpenWorld | undefined {
    return this.#byLink.get(name);
  }

  /** The open worlds, the least recently used first. */
  all(): OpenWorld[] {
    return [...this.#open.values()];
  }

  /** Closes a world; with the next request of its key it begins anew. */
  drop(world: OpenWorld): void {
    this.#open.delete(world.key);
    this.#byId.delete(world.id);
    this.#byLink.delete(world.linkName);
    if (this.#last === world) this.#last = undefined;
    if (world.audit !== undefined) this.#plan.keepReport?.(world.audit.wholeReport(world.clock.now()));
    this.traffic.news.tell({ type: 'world', world: world.id, state: 'dropped' });
  }

  /** Gives all worlds other records to begin with, those that are open among them. */
  begin(data: DataSet): void {
    this.#plan.data = data;
    for (const world of this.#open.values()) world.forgetRecords();
  }

  #create(key: string): OpenWorld {
    // More than one where the worlds have more records than before.
    while (this.#open.size >= this.capacity) {
      const oldest = this.#open.values().next().value!;
      this.drop(oldest);
      this.#onDrop(oldest);
    }
    this.#opened += 1;
    const world = new OpenWorld(`w${this.#opened}`, key, this.#plan, this.traffic);
    this.#byId.set(world.id, world);
    this.#byLink.set(world.linkName, world);
    this.traffic.news.tell({ type: 'world', world: world.id, state: 'opened' });
    return world;
  }
}
