// With which status a list answers: as usual, for a part, or for nothing.
import { listNames } from '../../../dialect/profile-form.ts';
import type { ListForm } from '../../../dialect/profile-form.ts';
import { guardFor, holds } from '../../explain/sample.ts';
import { isPartIn } from '../../../dialect/dialect.ts';
import { ofPreferences } from '../../../dialect/known-facts.ts';
import type { Sample } from '../../explain/sample.ts';
import { byFrequency } from '../../groups.ts';
import type { States } from '../records/states.ts';
import type { ListSamples } from './list-samples.ts';

/**
 * The usual status, and the one under a condition, such as 206 for a part: what no answer says is as sisters have it, and of what
 * explains all answers, what explains those of most lists.
 */
export function statusOf(
  own: ListSamples,
  others: readonly ListSamples[],
): Pick<ListForm, 'status' | 'part'> {
  const told = ownStatus(own);
  const fits = ({ status, part }: Pick<ListForm, 'status' | 'part'>, { byStep }: ListSamples) =>
    part !== undefined &&
    [...byStep].every(([by, facts]) => {
      const isPart = isPartIn(part, by.prefers, (name) => facts.get(name));
      return by.status === (isPart ? part.status : status);
    });
  const found = others.map(ownStatus).filter((one) => fits(one, own));
  if (told.part === undefined) return found[0] ?? told;
  if (!fits(told, own)) return told;
  const held = (one: Pick<ListForm, 'status' | 'part'>) => others.filter((list) => fits(one, list)).length;
  return [told, ...found].reduce((best, one) => (held(one) > held(best) ? one : best));
}

/** The status of an answer without a body (204) in place of a list that holds nothing, unless this one was seen to be empty. */
export function statusForNone({ endpoint, lists }: ListSamples, { exchanges }: States): ListForm['none'] {
  const bare = exchanges.filter(
    (by) =>
      by.ok &&
      by.status === 204 &&
      by.recordId === '' &&
      listNames.some((name) => name === by.endpoint?.name),
  );
  const own = bare.find((by) => by.endpoint!.name === endpoint);
  const isEmptySeen = lists.some(({ ids }) => ids.length === 0);
  const { status } = own ?? (isEmptySeen ? undefined : bare[0]) ?? {};
  return status === undefined ? undefined : { status, when: isEmptySeen ? 'page.empty' : 'page.none' };
}

function ownStatus({ lists, byStep }: ListSamples): Pick<ListForm, 'status' | 'part'> {
  const [status, other] = byFrequency(lists.map(({ by }) => by.status)).map(([one]) => one!) as [
    number,
    number?,
  ];
  if (other === undefined) return { status };
  const samples = (wanted: number) =>
    lists.flatMap(({ by }): Sample[] =>
      by.status === wanted && byStep.has(by) ? [{ value: wanted, facts: byStep.get(by)! }] : [],
    );
  const [usual, odd] = [samples(status), samples(other)];
  const when = guardFor(odd, usual);
  const unless = guardFor(usual, odd);
  const [isTelling, isTellingElse] = [
    when !== undefined && tells(when, odd, usual),
    unless !== undefined && tells(unless, usual, odd),
  ];
  const preferred =
    isTelling || isTellingElse
      ? undefined
      : (preferredPart(status, usual, other, odd) ?? preferredPart(other, odd, status, usual));
  if (preferred !== undefined) return preferred;
  // What tells exactly is rather meant, and what the page is rather than what was asked for.
  const isElse = isTellingElse && (!isTelling || !when!.startsWith('page.'));
  if (when !== undefined && !isElse) return { status, part: { status: other, when } };
  return unless === undefined ? { status } : { status: other, part: { status, when: unless } };
}

/** Whether a fact is there in all of these, and in none of the others. */
const tells = (name: string, there: readonly Sample[], lacking: readonly Sample[]): boolean =>
  there.every(({ facts }) => holds(facts, name)) && !lacking.some(({ facts }) => holds(facts, name));

/** The status of those who prefer something, under a condition where that alone does not tell. */
function preferredPart(
  status: number,
  usual: readonly Sample[],
  other: number,
  odd: readonly Sample[],
): Pick<ListForm, 'status' | 'part'> | undefined {
  const [telling] = [...(odd[0]?.facts ?? [])]
    .flatMap(([name, choice]) => {
      const isSame = ({ facts }: Sample) => facts.get(name) === choice;
      const isTelling = name.startsWith(ofPreferences) && odd.every(isSame) && !usual.every(isSame);
      return isTelling ? [{ name, choice: choice as string, same: usual.filter(isSame) }] : [];
    })
    .sort((a, b) => a.same.length - b.same.length);
  if (telling === undefined) return undefined;
  const { name, choice, same } = telling;
  const prefers = { [name.slice(ofPreferences.length)]: choice };
  if (same.length === 0) return { status, part: { status: other, prefers } };
  const when = guardFor(odd, same);
  return when === undefined ? undefined : { status, part: { status: other, when, prefers } };
}
