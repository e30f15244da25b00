// Members that one kind of answer shows in another way than others do: a strategy in place of its id, for instance, always
// or where the query asks for it.
import type { Json } from '../../http/exact-json.ts';
import { isObject } from '../../http/exact-json.ts';
import { valueAt, withValueAt } from '../../http/pointer.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import { addLeaves } from '../../dialect/known-facts.ts';
import { explain } from '../explain/explain.ts';
import type { Sample } from '../explain/sample.ts';
import { requestFacts } from './request-facts.ts';
import type { States } from './states.ts';

export function learnShows(
  endpoint: EndpointName,
  states: States,
  strategyOf: (record: Json) => Json | undefined,
): Readonly<Record<string, Json>> | undefined {
  const own = states.sightings.filter((one) => one.endpoint === endpoint);
  const places = new Set(own.flatMap(({ odd }) => Object.keys(odd)));
  if (places.size === 0) return undefined;
  const shows: Record<string, Json> = {};
  for (const place of places) {
    const samples = own.slice(0, 300).flatMap(({ odd, record, by, step, kind, id }): Sample[] => {
      const whole = states.before(step + 1, kind, id) ?? record;
      const facts = requestFacts(by);
      addLeaves(facts, 'record', whole);
      const strategy = strategyOf(whole);
      addLeaves(facts, 'strategy', strategy);
      if (strategy !== undefined) facts.set('strategy', strategy);
      const value = odd[place];
      // Null there says nothing of how it is shown.
      return value === undefined && (valueAt(record, place) ?? null) === null ? [] : [{ value, facts }];
    });
    const { template, guesses } = explain(samples);
    // What nothing explains is what was shown for that name before.
    if (template !== undefined && template !== null)
      shows[place] = guesses.reduce<Json>(
        (known, { place: at }) =>
          at === '' || !isObject(known) ? known : withValueAt(known, at, `{object${at}?}`),
        template,
      );
  }
  return Object.keys(shows).length === 0 ? undefined : shows;
}
