// How the style of a composed service shows its records.
import type { Run } from './contract.ts';
import { chance, digest } from './materials.ts';
import type { Row } from './materials.ts';
import type { Listing, ReportRun, Strategy } from './composed-records.ts';
import type { Style } from './composed-style.ts';
import { flagIn, moneyIn, noBound, shaped, timeIn, titleIn, wordIn, wordShown } from './composed-values.ts';

/** How the style shows values and records. */
/** @param assigned how many listings have a strategy */
export function viewsOf(style: Style, run: Run, assigned: (strategy: Strategy) => number) {
  const { name, words, extras, habits } = style;
  const money = (cents: number) => moneyIn(style, cents);
  const word = (all: readonly string[], at: number) => wordIn(style, all, at);

  const time = (moment: number) => timeIn(style, moment);
  const flag = (isSet: boolean) => flagIn(style, isSet);
  const count = (number: number) => (habits.counts === 'text' ? String(number) : number);

  const isText = (value: unknown) => typeof value === 'string';

  /** Members of which those without a value are shown as the style shows them; `like` is a value that could stand there. */
  const unset = (key: string, like: unknown): Row =>
    style.unset === 'left out' ? {} : { [key]: style.unset === 'empty' && isText(like) ? '' : null };

  function timeAt(key: string, moment: number | null): Row {
    if (style.times !== 'apart') {
      return moment === null ? unset(name(key), time(0)) : { [name(key)]: time(moment) };
    }
    const short = key.replace(/ (?:at|on|time)$/, '');
    const [date, clock] = moment === null ? [] : new Date(moment).toISOString().slice(0, 19).split('T');
    return date === undefined
      ? { ...unset(name(`${short} date`), ''), ...unset(name(`${short} time`), '') }
      : { [name(`${short} date`)]: date, [name(`${short} time`)]: clock };
  }

  /** One of both bounds: there are services that show none as an amount. */
  const boundAt = (key: string, cents: number | null): Row => moneyAt(key, cents ?? noBound(style) ?? null);

  const moneyAt = (key: string, cents: number | null): Row =>
    cents === null ? unset(name(key), money(0)) : { [name(key)]: money(cents) };

  function bounds({ min, max }: Listing): Row {
    const [lower, upper] = words.bounds as [string, string];
    const both = { ...boundAt(lower, min), ...boundAt(upper, max) };
    return style.boundsIn === undefined ? both : { [name(style.boundsIn)]: both };
  }

  function strategyOf({ strategy }: Listing): Row {
    if (habits.strategies !== 'plain') {
      const reference = (id: string | number) =>
        habits.strategies === 'link' ? `${run.origin}/v1/strategies/${id}` : `urn:strategy:${id}`;
      return strategy === null ? unset(name('strategy'), '') : { [name('strategy')]: reference(strategy.id) };
    }
    if (style.strategyShown === 'object') {
      return strategy === null
        ? unset(name('strategy'), {})
        : { [name('strategy')]: { [name('id')]: strategy.id, [name('name')]: strategy.title } };
    }
    const like = style.ids === 'number' && style.strategyIds !== 'slug' ? 0 : '';
    const id = strategy === null ? unset(name('strategy id'), like) : { [name('strategy id')]: strategy.id };
    if (style.strategyShown === 'id') return id;
    const title =
      strategy === null ? unset(name('strategy name'), '') : { [name('strategy name')]: strategy.title };
    return { ...id, ...title };
  }

  function derived({ min, max, price, strategy }: Listing): Row {
    const isBounded = min !== null && max !== null;
    switch (style.derived) {
      case 'flag':
        return { [name('repricing enabled')]: flag(isBounded && strategy !== null) };
      case 'spread':
        return moneyAt('price range', isBounded ? max - min : null);
      case 'word': {
        const place = !isBounded ? 0 : price < min ? 1 : price > max ? 2 : 3;
        return {
          [name('price status')]: wordShown(style, ['unbounded', 'too low', 'too high', 'in range'], place),
        };
      }
      default:
        return {};
    }
  }

  const selfOf = (id: string | number): Row => {
    const path = `/v1/listings/${id}`;
    return extras.links === 'none'
      ? {}
      : extras.links === 'path'
        ? { [name('href')]: path }
        : { [name('links')]: { [name('self')]: run.origin + path } };
  };

  /** What is counted from other members. */
  function computed({ price, min, stock, tags, created }: Listing): Row {
    switch (habits.computed) {
      case 'none':
        return {};
      case 'margin':
        return min === null ? unset(name('margin'), money(0)) : { [name('margin')]: money(price - min) };
      case 'percent':
        return min === null
          ? unset(name('margin percent'), 0)
          : { [name('margin percent')]: Math.round((1000 * (price - min)) / price) / 10 };
      case 'age':
        return { [name('days online')]: count(Math.floor((run.now() - created) / 86_400_000)) };
      case 'tax':
        return { [name('price with tax')]: money(Math.round(price * 1.19)) };
      case 'tag count':
        return { [name('tag count')]: count(tags.length) };
      case 'cheap':
        return { [name('in stock')]: flag(stock > 20), [name('stock value')]: money(price * stock) };
    }
  }

  function properties({ stock, price }: Listing): Row {
    const all = { color: ['red', 'blue', 'green'][stock % 3]!, material: ['wood', 'steel'][price % 2]! };
    return habits.attributes === 'none'
      ? {}
      : habits.attributes === 'map'
        ? { [name('properties')]: all }
        : {
            [name('properties')]: Object.entries(all).map(([key, value]) => ({
              [name('name')]: key,
              [name('value')]: value,
            })),
          };
  }

  const tagsOf = (tags: readonly string[]): Row =>
    !extras.tags || (tags.length === 0 && habits.emptyList === 'left out')
      ? {}
      : { [name('tags')]: tags.length === 0 && habits.emptyList === 'null' ? null : tags };

  const members = (one: Listing, isAlone: boolean): Row => ({
    [name(words.id)]: one.id,
    [name('sku')]: one.sku,
    [name(words.title)]: titleIn(style, one.title),
    ...(extras.category && { [name('category')]: one.category }),
    [name(words.state)]: wordShown(style, style.states, one.state),
    ...(habits.deleted === 'marked' && { [name('deleted')]: flag(one.isDeleted) }),
    [name(words.price)]: money(one.price),
    ...bounds(one),
    ...strategyOf(one),
    ...derived(one),
    ...computed(one),
    ...(extras.stock === 'flat' && { [name('quantity')]: count(one.stock) }),
    ...(extras.stock === 'nested' && {
      [name('stock')]: {
        [name('on hand')]: count(one.stock),
        [name('reserved')]: count(Math.floor(one.stock / 5)),
      },
    }),
    ...(habits.feature !== undefined && { [name(habits.feature)]: flag(one.stock % 3 === 0) }),
    ...properties(one),
    ...tagsOf(one.tags),
    ...(extras.picture && {
      [name('image')]: {
        [name('url')]: `https://img.composed.example/${digest(one.sku).slice(0, 12)}.jpg`,
        [name('width')]: 600 + 40 * (one.stock % 5),
      },
    }),
    ...(style.single === 'more' &&
      isAlone && {
        [name('description')]: `${one.title}, stock number ${one.sku}`,
        [name('weight grams')]: 200 + chance(`${one.sku} weight`, 900),
      }),
    ...(extras.version && { [name('version')]: one.version }),
    ...(habits.by !== undefined && { [name(habits.by)]: one.isWritten ? 'api' : 'import' }),
    ...timeAt(words.created, one.created),
    ...(extras.updated && timeAt(words.updated, one.updated)),
    ...selfOf(one.id),
  });

  /** @param wish the members that are asked for, and whether the strategy is to be put in */
  function listing(one: Listing, isAlone: boolean, wish: Wish = {}): Row {
    const all = members(one, isAlone);
    const some =
      wish.fields === undefined
        ? all
        : Object.fromEntries(
            Object.entries(all).filter(([key]) => key === name(words.id) || wish.fields!.includes(key)),
          );
    const expanded =
      wish.isExpanded === true
        ? { [name('strategy')]: one.strategy === null ? null : strategyMembers(one.strategy) }
        : {};
    return shaped(style, 'listing', { ...some, ...expanded }, isAlone);
  }

  const strategyMembers = (one: Strategy): Row => ({
    [name('id')]: one.id,
    [name('name')]: one.title,
    [name('step')]: money(one.step),
    [name('enabled')]: flag(one.isOn),
    ...(habits.strategyCount && { [name('listing count')]: count(assigned(one)) }),
    ...timeAt(words.created, one.created),
  });

  const strategy = (one: Strategy): Row => shaped(style, 'strategy', strategyMembers(one), false);

  /** What shows where a run stands. */
  const stateOf = ({ asked, seconds, fails }: ReportRun): number => {
    const elapsed = (run.now() - asked) / 1000;
    if (habits.expiry && elapsed > 300 * 86_400) return 4;
    return elapsed < 20 ? 0 : elapsed < seconds ? 1 : fails ? 3 : 2;
  };

  const fileOf = (one: ReportRun): string => {
    const path = `/files/${one.id}.csv`;
    if (style.file === 'path') return path;
    const signature = digest(`${run.run} ${one.id}`).slice(0, 32);
    return run.origin + path + (style.file === 'signed url' ? `?signature=${signature}` : '');
  };

  function filesOf(one: ReportRun, isDone: boolean): Row {
    if (habits.files === 'one') {
      return isDone ? { [name('download url')]: fileOf(one) } : unset(name('download url'), '');
    }
    const file = {
      [name('name')]: `${one.topic.replaceAll(' ', '-')}.csv`,
      [name('download url')]: isDone ? fileOf(one) : '',
      [name('rows')]: count(5 + (one.seconds % 4)),
    };
    if (habits.files === 'object') return isDone ? { [name('file')]: file } : unset(name('file'), {});
    return { [name('files')]: isDone ? [file] : [] };
  }

  function progressOf({ asked, seconds }: ReportRun, state: number): Row {
    const share = state === 0 ? 0 : state > 1 ? 1 : Math.min(1, (run.now() - asked) / 1000 / seconds);
    switch (habits.progress) {
      case 'none':
        return {};
      case 'percent':
        return { [name('progress')]: Math.floor(share * 100) };
      case 'share':
        return { [name('progress')]: Math.floor(share * 100) / 100 };
      case 'steps':
        return { [name('progress')]: { [name('done')]: Math.floor(share * 4), [name('total')]: 4 } };
    }
  }

  function durationOf({ seconds }: ReportRun, isEnded: boolean): Row {
    if (habits.duration === 'none') return {};
    if (!isEnded) return unset(name('duration'), habits.duration === 'iso' ? '' : 0);
    return {
      [name('duration')]:
        habits.duration === 'iso'
          ? `PT${seconds}S`
          : habits.duration === 'seconds'
            ? seconds
            : seconds * 1000,
    };
  }

  const reportStates = ['queued', 'running', 'done', 'failed', 'expired'];

  const reportRun = (one: ReportRun): Row => {
    const state = stateOf(one);
    const ended = state > 1 ? one.asked + one.seconds * 1000 : null;
    const row = {
      [name('id')]: one.id,
      [name('type')]: one.topic.replaceAll(' ', '_'),
      [name(words.state.replace('listing ', ''))]: wordShown(style, reportStates, state),
      ...progressOf(one, state),
      ...timeAt(words.created, one.asked),
      ...timeAt('finished at', ended),
      ...durationOf(one, ended !== null),
      ...filesOf(one, state === 2),
      ...(state === 3 ? { [name('failure')]: 'No data for the period' } : unset(name('failure'), '')),
    };
    return shaped(style, 'report', row, false);
  };

  const reportWord = (one: ReportRun) => word(reportStates, stateOf(one));

  return { money, time, word, bounds, strategyOf, derived, timeAt, listing, strategy, reportRun, reportWord };
}

export type Views = ReturnType<typeof viewsOf>;

/** What a client wants to see of a record. */
export interface Wish {
  readonly fields?: readonly string[];
  readonly isExpanded?: boolean;
}
