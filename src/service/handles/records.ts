// The records of a world, for tests to read and to change. They bypass the API, its limits and its rules for writes; the
// rules of the models hold all the same.
import type { Listing, ReportRun, Strategy } from '../models/resources.ts';
import { contentHash } from '../../http/content-hash.ts';
import { without } from '../../http/exact-json.ts';
import { pathText, problemsText } from '../../http/schema.ts';
import type { Checked, Problem } from '../../http/schema.ts';
import { listingModel } from '../models/listing.ts';
import { reportRunModel } from '../models/report-run.ts';
import { strategyModel } from '../models/strategy.ts';
import { progressAt } from '../worlds/report-runs.ts';
import type { ReportStatus } from '../worlds/report-runs.ts';
import type { Account } from '../worlds/account.ts';
import type { DatedRun } from '../worlds/store.ts';

/** A record breaks the rules of its model. The message says which fields and why. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
  /** The first field at fault; undefined when no single field is. */
  readonly param: string | undefined;

  constructor(message: string, param?: string) {
    super(message);
    this.param = param;
  }

  /** An error that tells all that is wrong. */
  static of(problems: readonly Problem[]): RecordError {
    return new RecordError(problemsText(problems), pathText(problems[0]?.path ?? []));
  }
}

/** A report run as planned, with where it stands by the world's clock. */
export type ReportRunState = DatedRun & { readonly status: ReportStatus };

/** The fields of a new or changed record; fields of your own go under `extra`. */
export type Fields<T> = Partial<T>;

/** One kind of record. What is handed out is immutable and stays as it was. */
export interface Records<T, Shown = T> {
  /** In the order in which the API lists them. */
  all(): readonly Shown[];
  get(id: string): Shown | undefined;
  /**
   * Adds a record; every field has a default, the id among them.
   * @throws RecordError for a field that cannot be, and for an id that is taken
   */
  create(fields?: Fields<T>): Shown;
  /**
   * Changes fields of a record; `updatedAt` becomes the clock's time unless it is given.
   * @throws RecordError for a field that cannot be, and when there is no such record
   */
  update(id: string, changes: Fields<T>): Shown;
  /**
   * @returns whether there was such a record
   * @throws RecordError for a strategy that listings have
   */
  remove(id: string): boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** What differs between the kinds. */
interface Kind<T, Shown> {
  readonly name: string;
  readonly defaults: (now: string, fields: Members) => object;
  readonly touch: (now: string, record: Members) => object;
  readonly check: (value: unknown) => Checked<T>;
  readonly all: () => readonly T[];
  readonly get: (id: string) => T | undefined;
  readonly show: (record: T) => Shown;
  /** Refuses what a new record was told of itself and is not. @throws RecordError */
  readonly judge?: (said: Members, shown: Shown) => void;
  readonly put: (record: T) => void;
  readonly remove: (id: string) => boolean;
}

/** Called after a record has changed. */
type OnChange = () => void;

export function listingRecords(simulationOf: () => Account, onChange: OnChange): Records<Listing> {
  return recordsOf(simulationOf, onChange, {
    name: 'listing',
    defaults: (now, fields) => ({
      minPrice: null,
      maxPrice: null,
      strategyId: null,
      ...datesOf(now, fields),
    }),
    touch: laterUpdate,
    check: (value) => listingModel.check(value),
    all: () => simulationOf().store.listings.all(),
    get: (id) => simulationOf().store.listings.get(id),
    show: (listing) => listing,
    put(listing) {
      const { strategyId } = listing;
      const { store } = simulationOf();
      if (strategyId !== null && store.strategies.get(strategyId) === undefined) {
        throw new RecordError(`strategyId: there is no strategy ${JSON.stringify(strategyId)}`, 'strategyId');
      }
      store.putListing(listing);
    },
    remove: (id) => simulationOf().deleteListing(id),
  });
}

export function strategyRecords(simulationOf: () => Account, onChange: OnChange): Records<Strategy> {
  return recordsOf(simulationOf, onChange, {
    name: 'strategy',
    defaults: datesOf,
    touch: laterUpdate,
    check: (value) => strategyModel.check(value),
    all: () => simulationOf().store.strategies.all(),
    get: (id) => simulationOf().store.strategies.get(id),
    show: (strategy) => strategy,
    put: (strategy) => {
      simulationOf().putStrategy(strategy);
    },
    remove(id) {
      const count = simulationOf().store.assignedCount(id);
      if (count > 0) {
        const whose = count === 1 ? '1 listing has' : `${count} listings have`;
        throw new RecordError(`${whose} this strategy; unassign it first`);
      }
      return simulationOf().deleteStrategy(id);
    },
  });
}

export function reportRecords(
  simulationOf: () => Account,
  onChange: OnChange,
): Records<ReportRun, ReportRunState> {
  return recordsOf<DatedRun, ReportRunState>(simulationOf, onChange, {
    name: 'report run',
    defaults: (now) => ({ createdAt: now }),
    touch: () => ({}),
    // The result has a `createdAt`: a new run gets the present time, and a changed one has it already.
    // `status` is dropped, so that a run that was read from here can be passed back unchanged.
    check: (value) => reportRunModel.check(without(value as Members, 'status')) as Checked<DatedRun>,
    all: () => simulationOf().store.reportRuns.all(),
    get: (id) => simulationOf().store.reportRuns.get(id),
    show: (run) => ({ ...run, status: progressAt(run, simulationOf().clock.now()).status }),
    // A run that was read earlier may come back: it has gone on meanwhile, and never back.
    judge: ({ status }, shown) => {
      if (status === undefined || stageOf(status) <= stageOf(shown.status)) return;
      const whence = 'follows from outcome, queuedMs, runningMs and the clock';
      throw new RecordError(`status: ${whence}: it is ${shown.status}`, 'status');
    },
    put: (run) => {
      simulationOf().putRun(run);
    },
    remove: (id) => simulationOf().deleteRun(id),
  });
}

const stages: ReadonlyMap<unknown, number> = new Map([
  ['queued', 0],
  ['running', 1],
  ['completed', 2],
  ['failed', 2],
  ['cancelled', 2],
]);
const stageOf = (status: unknown): number => stages.get(status) ?? Infinity;

function recordsOf<T extends { readonly id: string }, Shown>(
  simulationOf: () => Account,
  onChange: OnChange,
  kind: Kind<T, Shown>,
): Records<T, Shown> {
  const { name, check, get, put, show } = kind;
  const now = () => {
    const simulation = simulationOf();
    simulation.settle();
    return new Date(simulation.clock.now()).toISOString();
  };
  const readWhole = (given: object): T => {
    const { value, problems } = check(given);
    if (value === undefined) throw RecordError.of(problems);
    return value;
  };
  const take = (record: T): Shown => {
    put(record);
    onChange();
    return show(record);
  };
  return {
    all: () => {
      now();
      return kind.all().map(show);
    },
    get(id) {
      now();
      const record = get(id);
      return record === undefined ? undefined : show(record);
    },
    create(fields = {}) {
      const moment = now();
      const said = given(fields);
      const record = readWhole({ id: newId(simulationOf()), ...kind.defaults(moment, said), ...said });
      if (get(record.id) !== undefined) {
        throw new RecordError(`id: there is a ${name} with this id already`, 'id');
      }
      kind.judge?.(said, show(record));
      return take(record);
    },
    update(id, changes) {
      const moment = now();
      const record = get(id);
      if (record === undefined) throw new RecordError(`there is no ${name} with this id`);
      const said = given(changes);
      if (said.id !== undefined && said.id !== id) throw new RecordError('id: a record keeps its id', 'id');
      const begun = { ...record, ...said };
      return take(readWhole({ ...begun, ...kind.touch(moment, begun), ...said }));
    },
    remove(id) {
      now();
      const found = kind.remove(id);
      onChange();
      return found;
    },
  };
}

/** The fields without those that are undefined, which count as not given. @throws RecordError */
function given(fields: unknown): Members {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw new RecordError('a record is an object of fields');
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Both dates of a new record are the present time. If one of them is given, the model sets the other to the same. */
function datesOf(now: string, { createdAt, updatedAt }: Members): object {
  return createdAt === undefined && updatedAt === undefined ? { createdAt: now, updatedAt: now } : {};
}

/** The present time, but not before `createdAt`: a test may have set the clock back. */
function laterUpdate(now: string, { createdAt }: Members): object {
  return { updatedAt: typeof createdAt === 'string' && createdAt > now ? createdAt : now };
}

/**
 * The id of a record that a test creates: a version 7 UUID of the clock's time. It differs from all ids that this world has
 * given out since its last reset, and from those of its records. It is not random: the same requests get the same ids in each
 * run.
 */
function newId({ linkName: world, store, clock, given }: Account): string {
  const time = Math.min(Math.max(clock.now(), 0), 0xffff_ffff_ffff).toString(16).padStart(12, '0');
  for (;;) {
    given.ids += 1;
    const random = contentHash(`${world} ${given.ids}`);
    // Multiplying by an odd number maps different counts to different numbers, so that no id comes twice.
    const count = (Math.imul(given.ids, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
    const id = [
      time.slice(0, 8),
      time.slice(8),
      `7${random.slice(0, 3)}`,
      `8${random.slice(3, 6)}`,
      random.slice(6, 10) + count,
    ].join('-');
    const { listings, strategies, reportRuns } = store;
    if ([listings, strategies, reportRuns].every((records) => records.cursor(id) === undefined)) return id;
  }
}
