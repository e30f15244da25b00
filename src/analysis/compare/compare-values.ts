// A recorded JSON value beside a simulated one: fields, types, null, formats, values.
import { absent, type Findings, type Spot } from './differences.ts';
import { WrittenNumber, formatOf, isObject, kindOf, looseFormatOf, momentOf, numberIn } from './formats.ts';
import { everyItem, printPath, type Path } from './json-path.ts';
import type { Seen } from './moving.ts';
import { pairNames } from './renamed.ts';
import { unknownSecret, withSecretsAlike } from '../../recording/placeholders.ts';

/** What is around the values that are compared. */
export interface Surroundings {
  readonly findings: Findings;
  /** Groups a place with its like at other endpoints. */
  readonly scope: string;
  /** What stands in front of a path where it is shown. */
  readonly base: Path;
  /** What was seen at a place that moves by itself. */
  readonly moving: (path: Path) => Seen | undefined;
  /** Whether a value that is not equal is as good as equal there, such as a time of the session. */
  readonly excused: (path: Path, recorded: unknown, simulated: unknown) => boolean;
  /** Whether values count, or only what they look like. */
  readonly valuesCount: boolean;
  /** Whether a difference at a place is told already. */
  readonly isTold?: (path: Path) => boolean;
  /** Whether each value at a place is a difference of its own, as the codes of errors are. */
  readonly each?: boolean;
  /** Whether sentences are for people, so that their wording does not count. */
  readonly proseIsFree?: boolean;
}

export function compareValues(recorded: unknown, simulated: unknown, path: Path, around: Surroundings): void {
  if (around.isTold?.(path) === true) return;
  const { findings } = around;
  const spot = spotOf(path, around);
  const seen = around.moving(path);
  const [theirs, ours] = [kindOf(recorded), kindOf(simulated)];
  if (theirs !== ours) {
    if (seen?.kinds.has(ours) === true) findings.agree(spot.path);
    else findings.differ(theirs === 'null' || ours === 'null' ? 'null' : 'type', spot, recorded, simulated);
  } else if (isObject(recorded) && isObject(simulated)) compareObjects(recorded, simulated, path, around);
  else if (Array.isArray(recorded) && Array.isArray(simulated))
    compareLists(recorded, simulated, path, around);
  else compareScalars(recorded, simulated, path, around);
}

export function spotOf(path: Path, { scope, base }: Surroundings): Spot {
  return { group: `${scope} ${printPath(path)}`, path: printPath([...base, ...path]) };
}

export function compareObjects(
  recorded: Readonly<Record<string, unknown>>,
  simulated: Readonly<Record<string, unknown>>,
  path: Path,
  around: Surroundings,
): void {
  const { findings } = around;
  const isNews = (key: string) => around.isTold?.([...path, key]) !== true;
  const news = (fields: typeof recorded) =>
    around.isTold === undefined
      ? fields
      : Object.fromEntries(Object.entries(fields).filter(([key]) => isNews(key)));
  const { renamed, missing, extra } = pairNames(news(recorded), news(simulated));
  for (const key of Object.keys(recorded)) {
    if (Object.hasOwn(simulated, key)) compareValues(recorded[key], simulated[key], [...path, key], around);
  }
  for (const { from, to, alike } of renamed) {
    findings.differ('name', spotOf([...path, from], around), from, to);
    if (alike) compareValues(recorded[from], simulated[to], [...path, from], around);
  }
  for (const key of missing) {
    const at = [...path, key];
    if (around.moving(at)?.kinds.has('absent') === true) findings.agree(spotOf(at, around).path);
    else findings.differ('field', spotOf(at, around), recorded[key], absent);
  }
  for (const key of extra) {
    const at = [...path, key];
    if (around.moving(at) !== undefined) findings.agree(spotOf(at, around).path);
    else findings.differ('field', spotOf(at, around), absent, simulated[key]);
  }
}

function compareLists(
  recorded: readonly unknown[],
  simulated: readonly unknown[],
  path: Path,
  around: Surroundings,
): void {
  const { findings, valuesCount } = around;
  const spot = spotOf(path, around);
  if (recorded.length !== simulated.length && around.moving(path) === undefined && valuesCount) {
    findings.differ('value', spot, recorded, simulated);
  } else if (valuesCount && areShuffled(recorded, simulated)) {
    findings.differ('order', spot, recorded, simulated);
    return;
  } else findings.agree(spot.path);
  for (const [at, item] of recorded.slice(0, simulated.length).entries()) {
    compareValues(item, simulated[at], [...path, everyItem], around);
  }
}

/** Whether two lists hold the same in another order. */
function areShuffled(a: readonly unknown[], b: readonly unknown[]): boolean {
  const [left, right] = [a, b].map((list) => list.map((item) => JSON.stringify(item)));
  return left!.join() !== right!.join() && left!.sort().join() === right!.sort().join();
}

function compareScalars(recorded: unknown, simulated: unknown, path: Path, around: Surroundings): void {
  const { findings } = around;
  const spot = spotOf(path, around);
  const format = formatFault(recorded, simulated, around.moving(path), around);
  if (format === 'differs') findings.differ('format', spot, recorded, simulated);
  else if (format === 'agrees' || around.excused(path, recorded, simulated)) findings.agree(spot.path);
  else if (around.proseIsFree === true && isProse(recorded) && isProse(simulated)) {
    findings.differ('wording', { ...spot, group: `${spot.group} ${String(recorded)}` }, recorded, simulated);
  } else {
    const group = around.each === true ? `${spot.group} ${JSON.stringify(recorded)}` : spot.group;
    findings.differ('value', { ...spot, group }, recorded, simulated);
  }
}

/** Whether two scalars of one kind agree or differ by their looks; `values`: their values have to tell. */
function formatFault(
  recorded: unknown,
  simulated: unknown,
  seen: Seen | undefined,
  { valuesCount }: Surroundings,
): 'agrees' | 'differs' | 'values' {
  const numbers = [numberIn(recorded), numberIn(simulated)];
  if (numbers[0] !== undefined && numbers[0] === numbers[1]) {
    const written = (value: unknown) => (value instanceof WrittenNumber ? value.literal : String(value));
    return written(recorded) === written(simulated) ? 'agrees' : 'differs';
  }
  if (recorded === simulated) return 'agrees';
  if (typeof recorded !== 'string' || typeof simulated !== 'string') {
    const [theirs, ours] = [momentOf(recorded), momentOf(simulated)];
    if (theirs !== undefined && ours !== undefined && theirs.unit !== ours.unit) return 'differs';
    return seen !== undefined || !valuesCount ? 'agrees' : 'values';
  }
  if (fitsRedacted(recorded, simulated)) return 'agrees';
  if (seen !== undefined) {
    const loose = looseFormatOf(simulated);
    const known = seen.formats.has(loose) || seen.formats.has('redacted') || seen.formats.has('text');
    return known ? 'agrees' : 'differs';
  }
  const [theirs, ours] = [formatOf(recorded), formatOf(simulated)];
  const strict = looseFormatOf(recorded) !== looseFormatOf(simulated);
  if (theirs !== ours && strict && theirs !== 'empty' && ours !== 'empty') return 'differs';
  return valuesCount ? 'values' : 'agrees';
}

const isProse = (value: unknown) => typeof value === 'string' && formatOf(value) === 'prose';

/** Whether a text can be what it was before secrets were taken out: a placeholder stands for anything. */
export function fitsRedacted(recorded: string, simulated: string): boolean {
  const parts = withSecretsAlike(recorded).split(unknownSecret);
  if (parts.length === 1) return false;
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*');
  return new RegExp(`^${pattern}$`).test(simulated);
}
