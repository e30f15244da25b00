// Which members of records an answer shows, by what parameters such as `fields=id,title` ask for.
import { lastSegment } from '../http/parse-url.ts';
import { isWithin, parentOf, stepsOf } from '../http/pointer.ts';
import type { AnswerForm } from './profile-form.ts';
import { isCalled, isLeftOut, isNamedBy, membersChosen, membersNamed } from './stated-names.ts';
import type { Resolve } from './template-filters.ts';

/**
 * The members of records that an answer shows; undefined: all.
 * @param known those that records have
 */
export function membersAsked(
  { view: usual, views = [] }: Pick<AnswerForm, 'view' | 'views'>,
  known: readonly string[],
  resolve: Resolve,
): readonly string[] | undefined {
  let members: readonly string[] | undefined;
  const named = new Set<string>();
  for (const { name, values } of views) {
    const asked = resolve(`queries.${name}`) as readonly string[] | undefined;
    if (asked === undefined) continue;
    // Sent once for each member, it asks for all of them.
    const shown = membersFor(asked.join(), values, usual, known);
    const isUsual = (member: string) => usual?.includes(member) !== false;
    for (const member of shown) if (isNamedBy(membersNamed(asked.join()), member)) named.add(member);
    // What the usual answer lacks and one parameter asks for is there, and so is what one names, what another one leaves out
    // is not.
    members =
      members === undefined
        ? shown
        : [
            ...new Set([
              ...members.filter((member) => shown.includes(member) || !isUsual(member) || named.has(member)),
              ...shown.filter((member) => !isUsual(member) || named.has(member)),
            ]),
          ];
  }
  return members ?? usual;
}

/** A value of a parameter that was seen: the members that it names and leaves out, and those that it showed. */
interface SeenValue extends ReturnType<typeof membersChosen> {
  readonly members: readonly string[];
}

/**
 * What a parameter asks for, as it was seen. Otherwise it adds the members that it names to the usual ones, takes them away from
 * those, or asks for them alone and what is always shown, whichever the values seen have done.
 */
function membersFor(
  asked: string,
  values: Readonly<Record<string, readonly string[]>>,
  usual: readonly string[] | undefined,
  known: readonly string[],
): readonly string[] {
  if (Object.hasOwn(values, asked)) return values[asked]!;
  const seen = Object.entries(values).map(([value, members]): SeenValue => ({
    ...membersChosen(value),
    members,
  }));
  const placesOf = (names: readonly string[]) => placesNamed(names, seen, known);
  const { leftOut } = membersChosen(asked);
  const isLeavingOut =
    seen.some((one) => one.leftOut.length > 0) &&
    seen.every((one) => placesOf(one.leftOut).every((place) => !one.members.includes(place)));
  if (leftOut.length > 0 && isLeavingOut) {
    const others = asked.split(',').filter((part) => !isLeftOut(part));
    const whole = others.length === 0 ? (usual ?? known) : membersFor(others.join(), values, usual, known);
    return without(whole, placesOf(leftOut));
  }
  const places = placesOf(membersNamed(asked));
  const isLess = ({ names: own, members }: SeenValue) =>
    members.every((member) => usual!.includes(member) && !isNamedBy(own, member)) &&
    usual!.every((member) => members.includes(member) || isNamedBy(own, member));
  if (usual !== undefined && seen.every(isLess)) return without(usual, places);
  // What stands in an object is shown with that. Columns stand in the order in which they are asked for.
  const named = places.flatMap((place) =>
    known.filter((member) => isWithin(member, place) || isWithin(place, member)),
  );
  if (usual !== undefined && seen.every(({ members }) => usual.every((member) => members.includes(member))))
    return [...new Set([...usual, ...named])];
  // What all values show, though not all name it; one value alone tells that where it is a list of members.
  const [first, ...others] = seen;
  // A word that names no member, such as `all`, tells of none that it is shown always.
  const naming = seen.filter(({ names: own }) => known.some((member) => isNamedBy(own, member)));
  const telling = naming.length > 0 ? naming : seen;
  const isAlways = (member: string) =>
    others.every(({ members }) => members.includes(member)) &&
    telling.some(({ names: own }) => !isNamedBy(own, member));
  const isList = ({ names: own, members }: SeenValue) =>
    own.length > 0 && own.every((name) => members.some((member) => isNamedBy([name], member)));
  const always = others.length > 0 || seen.every(isList) ? (first?.members.filter(isAlways) ?? []) : [];
  return [...new Set([...always, ...named])];
}

const without = (members: readonly string[], places: readonly string[]): readonly string[] =>
  members.filter((member) => !places.some((place) => isWithin(member, place)));

/** Where the members stand that are named: beside those that were seen to be named, where any of that name do. */
function placesNamed(
  names: readonly string[],
  seen: readonly SeenValue[],
  known: readonly string[],
): readonly string[] {
  const called = (members: readonly string[], name: string) =>
    members.filter((member) => isCalled(name, lastSegment(member)));
  const parents = new Set(
    seen.flatMap(({ names: own, members }) =>
      own.flatMap((name) => shortest(called(members, name).map(parentOf)) ?? []),
    ),
  );
  return names.flatMap((name) => {
    const all = called(known, name);
    const beside = all.filter((member) => parents.has(parentOf(member)));
    return beside.length > 0 ? beside : all;
  });
}

/** The place that lies least deep. */
const shortest = (places: readonly string[]): string | undefined =>
  [...places].sort((a, b) => stepsOf(a).length - stepsOf(b).length)[0];
