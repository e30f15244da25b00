// Which field of theirs is which of ours: the fields of §2 by name and by what writes did to them, the assumed ones by
// name and type. What matches none stays a field that we do not know.
import { numberOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import type { RecordKind } from '../../dialect/wire.ts';
import type { FieldStats } from './field-stats.ts';

/** A field of theirs that is no object, with its place. */
export interface Leaf {
  readonly place: string;
  /** The names on the way to it, in lower case without separators. */
  readonly words: readonly string[];
  readonly stats: FieldStats;
}

export function leavesIn(stats: FieldStats, place = '', words: readonly string[] = []): Leaf[] {
  return stats.order.flatMap((name) => {
    const field = stats.fields.get(name)!;
    const step = `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const way = [...words, plain(name)];
    const own =
      field.fields.size === 0 || field.types.size > 1 ? [{ place: step, words: way, stats: field }] : [];
    return [...own, ...(field.fields.size === 0 ? [] : leavesIn(field, step, way))];
  });
}

export const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const isNumeric = ({ stats }: Leaf) =>
  stats.types.has('number') ||
  stats.types.has('integer') ||
  stats.formats.has('decimal') ||
  stats.formats.has('digits');
const isText = ({ stats }: Leaf) => stats.types.has('string') && stats.times.size === 0;
const isTime = ({ stats }: Leaf) => stats.times.size > 0;
const isBoolean = ({ stats }: Leaf) => stats.types.has('boolean');
const isNull = ({ stats }: Leaf) => stats.types.size === 0;

/** Whether a way of names speaks of the lower, or the upper, bound of a price. */
export const isMin = (words: readonly string[]) => bound(words, /min|floor|lower|lowest|bottom/);
export const isMax = (words: readonly string[]) => bound(words, /max|ceil|upper|highest|top|cap/);

function bound(words: readonly string[], side: RegExp): boolean {
  const way = words.join(' ');
  return side.test(way) && !/quantity|qty|stock|days|margin|percent|orders?|age|handling/.test(way);
}

type Rule = readonly [ours: string, name: RegExp, fits: (leaf: Leaf) => boolean];

const ruled: Readonly<Record<RecordKind, readonly Rule[]>> = {
  listing: [
    [
      'currentPrice',
      /^(current|live|listing|listed|sale|selling|our|my|your)?(price|amount|value)(amount|value|cents)?$/,
      isNumeric,
    ],
    ['shippingPrice', /^shipping(price|cost|fee|amount)?$/, isNumeric],
    ['cost', /^(unit|landed|item|buy|product)?cost(price|amount|ofgoods)?$|^cogs$/, isNumeric],
    [
      'quantity',
      /^(quantity|qty|stock|inventory|onhand|available|availablequantity|stocklevel|instock)$/,
      isNumeric,
    ],
    [
      'createdAt',
      /^(created|createdat|createdon|datecreated|creationdate|createdtime|listedat|addedat)$/,
      isTime,
    ],
    [
      'updatedAt',
      /^(updated|updatedat|updatedon|dateupdated|lastupdated|lastupdatedat|modified|modifiedat|lastmodified|changedat|lastchanged)$/,
      isTime,
    ],
    ['currency', /^currency(code)?$/, isText],
    ['sku', /^(seller|merchant)?sku$/, isText],
    ['externalId', /^(asin|externalid|itemid|productid)$/, isText],
    ['upc', /^(upc|ean|gtin|barcode)$/, isText],
    ['title', /^(title|name|producttitle|productname|itemname)$/, isText],
    ['condition', /^(item)?condition$/, isText],
    ['fulfillment', /^fulfil+ment(channel|type|method)?$/, isText],
    ['marketplace', /^(marketplace|channel|platform|market)(name|code)?$/, isText],
    ['status', /^(listing)?(status|state)$/, isText],
    ['repricingEnabled', /^(is)?(auto)?repric\w*|^automated$/, isBoolean],
  ],
  strategy: [
    ['name', /^(name|title|label|displayname)$/, isText],
    ['type', /^(strategy)?(type|kind)$/, isText],
    ['enabled', /^(is)?(enabled|active)$/, isBoolean],
    ['isDefault', /^(is)?default$/, isBoolean],
    ['assignedCount', /^(assigned|listings?|items?)(count)?$|^assignedlistings$|^usagecount$/, isNumeric],
    ['createdAt', /^(created|createdat|createdon|datecreated)$/, isTime],
    ['updatedAt', /^(updated|updatedat|updatedon|modified|modifiedat|lastmodified|lastupdated)$/, isTime],
  ],
  reportRun: [
    ['type', /^(report)?(type|kind)$/, isText],
    [
      'createdAt',
      /^(created|createdat|createdon|requested|requestedat|queuedat|submittedat|datecreated)$/,
      isTime,
    ],
    [
      'startedAt',
      /^(started|startedat|startedon|processingstartedat|processingstart)$/,
      (leaf) => isTime(leaf) || isNull(leaf),
    ],
    [
      'completedAt',
      /^(completed|finished|ended|done|generated)(at|on|time)?$/,
      (leaf) => isTime(leaf) || isNull(leaf),
    ],
    ['metadata.rowCount', /^(rows?|records?|lines?)(count|total)?$/, isNumeric],
    ['metadata.dateFrom', /^(date|period|data|from|start)?(from|start|begin)(date|at)?$/, isTime],
    ['metadata.dateTo', /^(date|period|data|to|end)?(to|end|until)(date|at)?$/, isTime],
  ],
};

/** The assumed fields by place; those that `taken` has are settled already. */
export function matchByName(
  kind: RecordKind,
  leaves: readonly Leaf[],
  taken: ReadonlyMap<string, string>,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const [ours, name, fits] of ruled[kind]) {
    const free = leaves.filter((leaf) => !taken.has(leaf.place) && !found.has(leaf.place) && fits(leaf));
    const match = free
      .filter(
        ({ words }) => name.test(words.at(-1)!) || (words.length > 1 && name.test(words.slice(-2).join(''))),
      )
      .sort((a, b) => a.words.length - b.words.length)[0];
    // `price: { amount }`: the name that counts is the one around it.
    const around = free.find(
      ({ words }) =>
        words.length > 1 && /^(amount|value|cents|units)$/.test(words.at(-1)!) && name.test(words.at(-2)!),
    );
    const leaf =
      match !== undefined && !/^(amount|value)$/.test(match.words.at(-1)!) ? match : (around ?? match);
    if (leaf !== undefined) found.set(leaf.place, ours);
  }
  return found;
}

/** Whether two values are the same to a client: 19.90 is 19.9, an id in capitals the same id. */
export function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== undefined || y !== undefined) return x === y;
  return a === b || (typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase());
}

const states: readonly (readonly [ours: string, name: RegExp])[] = [
  ['cancelled', /cancel|abandon|skipped|revoked|expired|purged|deleted/],
  ['failed', /fail|error|fatal|abort|reject/],
  ['completed', /complete|done|ready|success|succeed|finish|available|generated|ok$/],
  ['running', /run|progress|process|generating|working|started|building|executing|active/],
  ['queued', /queue|pending|receiv|wait|created|scheduled|submitted|accepted|requested|new$|init/],
];

/** The state of a report run that a word stands for; undefined for one that says nothing to us. */
export function stateOf(word: unknown): string | undefined {
  if (typeof word !== 'string') return undefined;
  return states.find(([, name]) => name.test(plain(word)))?.[0];
}
