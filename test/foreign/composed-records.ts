// The records that a composed service starts with.
import { base62, scrambled, uuid } from './kit.ts';
import { chance, oneOf, pastMoment, ware } from './materials.ts';
import type { Style } from './composed-style.ts';

export interface Strategy {
  readonly id: string | number;
  readonly title: string;
  readonly step: number;
  readonly isOn: boolean;
  readonly created: number;
}

export interface Listing {
  readonly id: string | number;
  readonly sku: string;
  readonly title: string;
  readonly stock: number;
  readonly category: string;
  readonly tags: readonly string[];
  readonly created: number;
  readonly isDeleted: boolean;
  /** Whether a client has written to it. */
  isWritten: boolean;
  state: number;
  price: number;
  min: number | null;
  max: number | null;
  strategy: Strategy | null;
  version: number;
  updated: number;
}

export interface ReportRun {
  readonly id: string | number;
  readonly topic: string;
  readonly asked: number;
  readonly seconds: number;
  readonly fails: boolean;
}

const base32 = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function idOf(style: Style, kind: string, index: number): string | number {
  const seed = `composed ${style.seed} ${kind} ${index}`;
  const first = 1000 * (1 + chance(`composed ${style.seed} ${kind}`, 900));
  switch (style.ids) {
    case 'uuid':
      return uuid(seed);
    case 'number':
      return first + 7 * index + chance(seed, 7);
    case 'number as text':
      return String(first * 1000 + 91 * index + chance(seed, 91));
    case 'prefixed':
      return `${kind.slice(0, 3)}_${scrambled(seed, 14, base62)}`;
    case 'check digit': {
      const digits = String(400_000_000_000 + first * 1000 + 37 * index + chance(seed, 37));
      const sum = Array.from(digits).reduce(
        (before, digit, at) => before + Number(digit) * (at % 2 === 0 ? 1 : 3),
        0,
      );
      return digits + String((10 - (sum % 10)) % 10);
    }
    case 'urn':
      return `urn:shop:${kind}:${first + 7 * index + chance(seed, 7)}`;
    case 'ulid':
      return `01J${scrambled(`composed ${style.seed}`, 3, base32)}${String(index % 10_000).padStart(4, '0')}${scrambled(seed, 16, base32)}`;
    case 'code':
      return `${kind[0]!.toUpperCase()}${scrambled(seed, 9, base32)}`;
  }
}

/** An id of the same form that no record has. */
export const strangeId = (style: Style, kind: string, number: number): string =>
  style.ids === 'number' ? String(4_000_000 + number * 37) : String(idOf(style, kind, 5000 + number));

const titles = [
  'Match lowest',
  'Stay above cost',
  'Beat by one',
  'Follow leader',
  'Weekend sale',
  'Hold',
  'Clear stock',
  'Featured first',
];

/** What the service starts with. */
export function recordsOf(style: Style, opened: number) {
  const own = (what: string) => `composed ${style.seed} ${what}`;
  const strategies = titles.slice(0, style.strategies).map((title, index): Strategy => ({
    id:
      style.strategyIds === 'slug'
        ? title.toLowerCase().replaceAll(' ', '-')
        : idOf(style, 'strategy', index),
    title,
    step: 5 + chance(own(title), 400),
    isOn: chance(own(`${title} on`), 4) > 0,
    created: pastMoment(own(title)),
  }));
  // A list that shows but one state at first is as long as others are.
  const many = style.listings * (style.habits.atFirst === 'all' ? 1 : 2);
  const listings = Array.from({ length: many }, (_, index): Listing => {
    const seed = own(`listing ${index}`);
    const { title, sku, price, stock } = ware(seed);
    const isBounded = chance(`${seed} bounded`, 4) > 0;
    const created = pastMoment(own('first')) + index * 40_000_000 + chance(seed, 20_000) * 1000;
    return {
      id: idOf(style, 'listing', index),
      sku,
      title,
      state: oneOf(`${seed} state`, [0, 0, 1, 2]),
      stock,
      category: oneOf(`${seed} category`, ['home', 'garden', 'office', 'travel']),
      tags: ['new', 'bulky', 'gift', 'eco'].filter((tag) => chance(`${seed} ${tag}`, 3) === 0),
      created,
      isDeleted: style.habits.deleted !== 'none' && chance(`${seed} deleted`, 8) === 0,
      isWritten: false,
      price,
      min: isBounded ? Math.round(price * 0.85) : null,
      max: isBounded ? Math.round(price * 1.2) : null,
      strategy: isBounded ? oneOf(`${seed} strategy`, strategies) : null,
      version: 1 + chance(`${seed} version`, 20),
      updated: created + chance(`${seed} updated`, 90 * 86_400) * 1000 + chance(`${seed} ms`, 1000),
    };
  });
  const runs = Array.from({ length: style.runs }, (_, index): ReportRun => ({
    id: idOf(style, 'report', index),
    topic: oneOf(own(`topic ${index}`), ['price history', 'stock', 'competition']),
    asked:
      index < 2
        ? opened - 25_000 - index * 20_000
        : pastMoment(own('reports')) - index * 3 * 86_400_000 + chance(own(`asked ${index}`), 40_000) * 1000,
    seconds: 50 + 7 * index,
    fails: index === 3,
  }));
  return { strategies, listings, runs };
}
