// What the writes of a composed service change, and what they answer.
import type { Answered, Asked, Run } from './contract.ts';
import { hex, json, scrambled } from './kit.ts';
import type { Headers } from './kit.ts';
import { digest, isObject, parsed } from './materials.ts';
import type { Row } from './materials.ts';
import { boundsOf, strangers, textOf } from './composed-bounds.ts';
import type { Listing, Strategy } from './composed-records.ts';
import { Refusal } from './composed-refusals.ts';
import type { Style } from './composed-style.ts';
import type { Views } from './composed-views.ts';

/** Whether a write tells of which version of the record it was made. */
export const isVersioned = ({ habits, extras }: Style): boolean =>
  habits.versionSent === 'required' && extras.version && habits.writtenAs === 'object';

export interface Writing {
  readonly style: Style;
  readonly run: Run;
  readonly views: Views;
  readonly strategies: readonly Strategy[];
  /** The answer about one record. */
  readonly one: (shown: Row, tag?: Headers) => Answered;
  readonly tagsOf: (listing: Listing) => Headers;
}

/** What became of a write, by the path where it is told. */
export type Changes = Map<string, () => Row>;

export function writesOf({ style, run, views, strategies, one, tagsOf }: Writing) {
  const { habits, name } = style;
  const bounds = boundsOf(style);
  const answers = new Map<string, { readonly request: string; readonly answered: Answered }>();
  const changes: Changes = new Map();
  let count = 0;

  function setPrice(listing: Listing, body: Row): Answered {
    const before = { ...views.bounds(listing) };
    const { min, max } = bounds(listing, body);
    const isChanged = listing.min !== min || listing.max !== max;
    listing.min = min;
    listing.max = max;
    if (habits.opens && listing.state === 1 && min !== null && max !== null) listing.state = 0;
    if (style.derived === 'clamp') {
      listing.price = Math.min(Math.max(listing.price, min ?? 0), max ?? Infinity);
    }
    const warnings = [
      ...(min !== null && listing.price < min
        ? [['price too low', 'The price is below the lower bound']]
        : []),
      ...(max !== null && listing.price > max
        ? [['price too high', 'The price is above the upper bound']]
        : []),
    ];
    return written(listing, isChanged, { body, before, after: views.bounds(listing), warnings });
  }

  function setStrategy(listing: Listing, body: Row): Answered {
    const field = name(style.write.strategy);
    const value = body[field];
    const faults = strangers(style, body, [field]);
    const like = typeof strategies[0]!.id === 'number' ? 'number' : 'string';
    let strategy: Strategy | null | undefined = null;
    if (value === undefined || (value === null && style.write.strategyNothing === 'refused')) {
      faults.unshift({ kind: 'required', at: field, told: { field } });
    } else if (value !== null && typeof value !== like) {
      const told = { field, value: textOf(value), limit: like };
      faults.unshift({ kind: 'wrong type', at: field, told });
    } else if (value !== null) strategy = strategies.find(({ id }) => id === value);
    if (faults.length > 0) throw new Refusal(style.status.invalid, faults);
    if (strategy === undefined) {
      const isOfField = style.status.strategy !== 404;
      throw new Refusal(style.status.strategy, [
        { kind: 'unknown strategy', ...(isOfField && { at: field }), told: { field, value: textOf(value) } },
      ]);
    }
    const before = views.strategyOf(listing);
    const isChanged = listing.strategy !== strategy;
    checkStrategy(listing, strategy);
    listing.strategy = strategy;
    const warnings = strategy?.isOn === false ? [['strategy disabled', 'The strategy is not enabled']] : [];
    return written(listing, isChanged, { body, before, after: views.strategyOf(listing), warnings });
  }

  /** Refuses a strategy that the listing cannot follow as it is. */
  function checkStrategy(listing: Listing, strategy: Strategy | null): void {
    if (strategy === null) return;
    const told = { value: String(strategy.id) };
    const isUnbounded = listing.min === null || listing.max === null;
    if (habits.strategyNeeds === 'bounds' && isUnbounded) throw new Refusal(409, [{ kind: 'no bounds' }]);
    if (habits.strategyNeeds === 'enabled' && !strategy.isOn) {
      throw new Refusal(style.status.invalid, [
        { kind: 'strategy off', at: name(style.write.strategy), told },
      ]);
    }
    if (habits.strategyNeeds === 'another' && listing.strategy === strategy) {
      throw new Refusal(409, [{ kind: 'same strategy', told }]);
    }
  }

  interface Change {
    readonly body: Row;
    readonly before: Row;
    readonly after: Row;
    readonly warnings: readonly string[][];
  }

  function written(
    listing: Listing,
    isChanged: boolean,
    { body, before, after, warnings }: Change,
  ): Answered {
    if (isChanged || habits.unchanged === 'written') {
      listing.isWritten = true;
      listing.version += 1;
      listing.updated = run.now();
    }
    const tag = tagsOf(listing);
    if (habits.changes === 'told') return told(listing, tag);
    const id = { [name(style.words.id)]: listing.id };
    switch (habits.receipt) {
      case 'echo':
        return one(body, tag);
      case 'accepted':
        count += 1;
        return json(
          202,
          {
            [name('change id')]: scrambled(`composed ${style.seed} ${run.run} change ${count}`, 12, hex),
            [name('status')]: 'accepted',
            ...id,
            ...views.timeAt('accepted at', run.now()),
          },
          tag,
        );
      case 'warnings': {
        const told = warnings.map(([code, message]) => ({
          [name('code')]: code!.toUpperCase().replaceAll(' ', '_'),
          [name('message')]: message,
        }));
        return one({ ...views.listing(listing, true), [name('warnings')]: told }, tag);
      }
      case 'previous':
        return one({ ...id, [name('previous')]: before, [name('current')]: after }, tag);
      case 'results':
        return json(
          200,
          {
            [name('updated')]: 1,
            [name('results')]: [{ ...id, [name('status')]: isChanged ? 'updated' : 'unchanged' }],
          },
          tag,
        );
      case 'link':
        return json(200, { ...id, [name('href')]: `${run.origin}/v1/listings/${listing.id}` }, tag);
      case 'none':
    }
    switch (style.write.answer) {
      case 'whole':
        return one(views.listing(listing, true), tag);
      case 'changed':
        return one(
          {
            ...id,
            ...after,
            ...views.derived(listing),
            ...(style.extras.version && { [name('version')]: listing.version }),
            ...(style.extras.updated && views.timeAt(style.words.updated, listing.updated)),
          },
          tag,
        );
      case 'none':
        return { status: 204, headers: tag, body: '' };
      case 'success':
        return json(200, { [name('success')]: true }, tag);
    }
  }

  /** The answer that leads to where it is told what became of the write. */
  function told(listing: Listing, tag: Headers): Answered {
    const change = scrambled(`composed ${style.seed} ${run.run} ${listing.id} ${run.now()}`, 12, hex);
    const path = `/v1/changes/${change}`;
    const begun = run.now();
    const shown = (status: string): Row => ({
      [name('change id')]: change,
      [name('listing')]: listing.id,
      [name('status')]: status,
      ...views.timeAt('begun at', begun),
    });
    changes.set(path, () => shown(run.now() - begun < 1000 ? 'running' : 'done'));
    return json(202, shown('accepted'), [...tag, ['Location', run.origin + path]]);
  }

  /** Refuses a write that was made of another version than the current one. */
  function checkVersion(body: Row, listing: Listing): Row {
    const { [name('version')]: version, ...rest } = body;
    if (version === undefined) {
      const field = name('version');
      throw new Refusal(style.status.invalid, [{ kind: 'required', at: field, told: { field } }]);
    }
    if (version !== listing.version) {
      const told = { field: name('version'), value: textOf(version), limit: listing.version };
      throw new Refusal(409, [{ kind: 'stale version', told }]);
    }
    return rest;
  }

  /** The members that a list of operations replaces; undefined of anything else. */
  function replacedBy(body: unknown): Row | undefined {
    if (!Array.isArray(body)) return undefined;
    const operations = body as readonly unknown[];
    const isReplace = (one: unknown): one is Row =>
      isObject(one) && one.op === 'replace' && typeof one.path === 'string';
    if (!operations.every(isReplace)) return undefined;
    return Object.fromEntries(operations.map(({ path, value }) => [String(path).slice(1), value]));
  }

  /** Refuses a write of a record that has become another one since. */
  function checkTag({ headers }: Asked, listing: Listing): void {
    if (habits.ifMatch === 'none' || style.tags === 'none') return;
    const given = headers['if-match'];
    if (given === undefined) {
      if (habits.ifMatch === 'required') throw new Refusal(428, [{ kind: 'precondition required' }]);
      return;
    }
    if (given !== tagsOf(listing)[0]![1]) throw new Refusal(412, [{ kind: 'precondition failed' }]);
  }

  /** The answer that the same key got before, or a new one. */
  function once(request: Asked, answer: () => Answered): Answered {
    if (habits.idempotency === 'none') return answer();
    const key = request.headers['idempotency-key'];
    if (key === undefined) {
      if (habits.idempotency === 'required') throw new Refusal(400, [{ kind: 'key required' }]);
      return answer();
    }
    const known = answers.get(key);
    const asked = digest(`${request.target} ${request.body}`);
    if (known !== undefined && known.request !== asked) {
      throw new Refusal(style.status.invalid === 400 ? 409 : 422, [
        { kind: 'key reused', told: { value: key } },
      ]);
    }
    const answered = known?.answered ?? answer();
    answers.set(key, { request: asked, answered });
    return answered;
  }

  /** Whether a write is only to be checked. */
  function isDryRun({ target }: Asked): boolean {
    if (habits.dryRun === undefined) return false;
    return new URL(target, run.origin).searchParams.get(style.parameter(habits.dryRun)) === 'true';
  }

  return { write, changes };

  function write(request: Asked, listing: Listing, part: string): Answered {
    const type = request.headers['content-type'];
    if (habits.media && type !== 'application/json') {
      throw new Refusal(415, [{ kind: 'unsupported media type', told: { value: type ?? 'none' } }]);
    }
    return once(request, () => {
      checkTag(request, listing);
      const body = parsed(request.body);
      if (body === undefined) throw new Refusal(400, [{ kind: 'malformed body' }]);
      const inner =
        habits.writtenAs === 'operations'
          ? replacedBy(body)
          : style.write.form === 'wrapped' && isObject(body)
            ? body[name('listing')]
            : body;
      if (!isObject(inner)) throw new Refusal(style.status.invalid, [{ kind: 'not an object' }]);
      if (habits.locked !== undefined && listing.state === 2) {
        throw new Refusal(habits.locked, [{ kind: 'locked', told: { value: String(listing.id) } }]);
      }
      const sent = isVersioned(style) ? checkVersion(inner, listing) : inner;
      const before = { ...listing };
      const answered = part === 'price' ? setPrice(listing, sent) : setStrategy(listing, sent);
      if (isDryRun(request)) Object.assign(listing, before);
      if (habits.prefer === 'none' || request.headers.prefer !== 'return=minimal') return answered;
      const headers = answered.headers.filter(([header]) => header !== 'Content-Type');
      return { status: 204, headers: [...headers, ['Preference-Applied', 'return=minimal']], body: '' };
    });
  }
}
