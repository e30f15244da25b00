// Ids as answers write them, where requests may write them otherwise: in any case, or by no more than their beginning.
import { withLeaves } from '../http/exact-json.ts';
import { percentDecoded } from '../http/parse-url.ts';
import { leafTexts } from '../dialect/known-facts.ts';
import { cases, inCase, storedId } from '../dialect/profile-form.ts';
import type { IdCase } from '../dialect/profile-form.ts';
import { idIn } from '../spec/router.ts';
import type { Exchange } from './exchanges.ts';

/** The exchanges, each naming its record, and those that its body names, as answers do. */
export function withStoredIds(exchanges: readonly Exchange[]): readonly Exchange[] {
  const way = cases.find((one) => exchanges.some((by) => isFoundInCase(by, one)));
  const short = way === undefined ? shortened(exchanges) : undefined;
  if (way === undefined && short === undefined) return exchanges;
  const known = idsOf(exchanges, short?.whole);
  const form = { case: way, signs: short?.signs };
  const stored = (id: string) => storedId(id, form, () => known);
  return exchanges.map((by) => ({
    ...by,
    recordId: way === undefined ? stored(by.recordId) : inCase(by.recordId, way),
    sent: by.sent && withLeaves(by.sent, (leaf) => (typeof leaf === 'string' ? stored(leaf) : leaf)),
  }));
}

/** The case in which ids are written that are found in any; undefined where they are found only as they are written. */
export const caseOfIds = (exchanges: readonly Exchange[]): IdCase | undefined =>
  cases.find((one) =>
    exchanges.some((by) => askedId(by) !== by.recordId && inCase(askedId(by), one) === by.recordId),
  );

/** With how many signs of their beginning ids are found, too; undefined where they are found only as they are written. */
export const signsOfIds = (exchanges: readonly Exchange[]): number | undefined =>
  exchanges
    .map((by) => ({ asked: askedId(by), stored: by.recordId }))
    .find(({ asked, stored }) => isShort(asked, stored))?.asked.length;

/** The id of a path, decoded; empty for none. */
export const askedId = ({ endpoint, path }: Pick<Exchange, 'endpoint' | 'path'>): string => {
  const id = endpoint && idIn(path);
  return id === undefined ? '' : (percentDecoded(id) ?? id);
};

/** Whether a record was found by its id in another case than that in which the answer writes it. */
function isFoundInCase({ ok, recordId, body }: Exchange, way: IdCase): boolean {
  const stored = inCase(recordId, way);
  if (!ok || stored === recordId) return false;
  const told = JSON.stringify(body ?? null);
  return told.includes(JSON.stringify(stored)) && !told.includes(JSON.stringify(recordId));
}

/** Fewer signs may begin an id by chance. */
const fewestSigns = 6;

const isShort = (id: string, whole: string): boolean =>
  id.length >= fewestSigns && id.length < whole.length && whole.startsWith(id);

/** How many signs of ids were asked for where the answer writes the whole id, or says nothing, and how many that has. */
function shortened(
  exchanges: readonly Exchange[],
): { readonly signs: number; readonly whole: number } | undefined {
  const asked = new Set(exchanges.map(({ recordId }) => recordId));
  let all: ReadonlySet<string> | undefined;
  for (const { ok, recordId, body } of exchanges) {
    if (!ok || recordId.length < fewestSigns) continue;
    const told = body === undefined ? (all ??= idsOf(exchanges, undefined)) : new Set(leafTexts(body));
    if (told.has(recordId)) continue;
    const [whole, ...others] = [...told].filter((text) => asked.has(text) && isShort(recordId, text));
    if (whole !== undefined && others.length === 0) return { signs: recordId.length, whole: whole.length };
  }
  return undefined;
}

/** The texts without a space that answers tell, of so many signs, or with digits and of enough for an id. */
const idsOf = (exchanges: readonly Exchange[], length: number | undefined): ReadonlySet<string> =>
  new Set(
    exchanges.flatMap(({ ok, body }) =>
      ok && body !== undefined
        ? leafTexts(body).filter(
            (text) =>
              (length === undefined
                ? text.length >= fewestSigns && /\d/.test(text)
                : text.length === length) && !/\s/.test(text),
          )
        : [],
    ),
  );
