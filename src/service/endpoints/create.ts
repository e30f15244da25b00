// POST to a collection. The specification mentions these endpoints in prose and defines them nowhere (A26), so that they
// exist only under `create-endpoints=post`. They take records in the form of fixture files.
import { ApiError } from '../../spec/errors.ts';
import type { ApiResponse } from '../../http/message.ts';
import { contentHash } from '../../http/content-hash.ts';
import { recordResponse } from './envelope.ts';
import { pathText } from '../../http/schema.ts';
import type { Checked } from '../../http/schema.ts';
import { listingModel } from '../models/listing.ts';
import { strategyModel } from '../models/strategy.ts';
import { checkMediaType, printable, readFields } from '../../spec/read-body.ts';
import type { Call } from './call.ts';
import type { Account } from '../worlds/account.ts';

export async function createListing(call: Call): Promise<ApiResponse> {
  const { account, settings } = call;
  const listing = await readRecord(call, (value) => listingModel.check(value));
  const { strategyId } = listing;
  if (strategyId !== null && account.store.strategies.get(strategyId) === undefined) {
    throw new ApiError('reference_missing', 'There is no strategy of this id.', { param: 'strategyId' });
  }
  account.store.putListing(listing);
  if (settings.events === 'list') account.store.noteChange('listing.created', listing.id, listing.createdAt);
  return recordResponse(account.serializer.listing(listing), settings, 201);
}

export async function createStrategy(call: Call): Promise<ApiResponse> {
  const { account, settings } = call;
  const strategy = await readRecord(call, (value) => strategyModel.check(value));
  account.putStrategy(strategy);
  if (settings.events === 'list')
    account.store.noteChange('strategy.created', strategy.id, strategy.createdAt);
  return recordResponse(account.serializer.strategy(strategy), settings, 201);
}

/** Reads the record in a body; the mock sets its id and times. */
async function readRecord<T>(call: Call, check: (value: unknown) => Checked<T>): Promise<T> {
  checkMediaType(call.request, call.settings);
  const fields = await readFields(call.request, call.settings, (read) => read);
  call.account.settle();
  const createdAt = call.account.clock.isoNow();
  const own = { id: newId(call.account), createdAt, updatedAt: createdAt };
  const { value, problems } = check({ ...fields, ...own });
  if (value !== undefined) return value;
  const param = printable(pathText(problems[0]!.path));
  const name = problems[0]!.kind === 'unknown' ? 'parameter_unknown' : 'parameter_invalid';
  throw new ApiError(name, `${param} ${problems[0]!.reason.replace(/\?$/, '')}.`, { param });
}

/**
 * Makes a version 7 UUID of the clock's time. It differs from all ids that this world has given out since its last
 * reset, and from those of its records. It is not random: the same requests get the same ids in each run.
 */
export function newId({ linkName: world, store, clock, given }: Account): string {
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
