// The headers of answers, each explained like a leaf of the body; a `Link` header target by target.
import type { Json } from '../../http/exact-json.ts';
import { linksIn } from '../../http/http-semantics.ts';
import type { HeaderForms } from '../../dialect/profile-form.ts';
import { explain } from '../explain/explain.ts';
import { explainLeaf } from '../explain/explain-leaf.ts';
import type { Sample } from '../explain/sample.ts';
import type { Exchange } from '../exchanges.ts';

/** An answer and what was known of it. */
export interface Known {
  readonly by: Exchange;
  readonly facts: ReadonlyMap<string, Json>;
  /** Its kind, where that is another one than the kind that is learned, such as another list. */
  readonly sister?: string;
}

/** What the door writes, or what says nothing of the service. */
const notLearned =
  /^(date|content-length|connection|keep-alive|transfer-encoding|content-encoding|set-cookie|x-mock-.*|alt-svc|trailer|upgrade|via)$/;

/** @param sisters answers of other kinds: what holds for all tells more */
export function learnHeaders(
  answers: readonly Known[],
  sisters: readonly Known[] = [],
): HeaderForms | undefined {
  const names = new Map<string, string>();
  for (const { by } of answers.slice(0, 100)) {
    for (const [name] of by.headers)
      if (!notLearned.test(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  const forms: Record<string, Json> = {};
  for (const [lower, name] of names) {
    const samples = [...answers, ...sisters].map(({ by, ...known }): Sample => {
      const values = by.headers.filter(([other]) => other.toLowerCase() === lower).map(([, value]) => value);
      return { ...known, value: values.length === 0 ? undefined : values.join(', ') };
    });
    const form = lower === 'link' ? learnLinks(samples) : explain(samples).template;
    if (form !== undefined && form !== null) forms[name] = form;
  }
  return Object.keys(forms).length === 0 ? undefined : forms;
}

/** RFC 8288: `<target>; rel="next", <target>; rel="prev"`. */
function learnLinks(samples: readonly Sample[]): Json | undefined {
  const parsed = samples.map(({ value }) => linksIn((value as string | undefined) ?? ''));
  const rests = new Set(parsed.flatMap((links) => [...links.keys()]));
  const links = [...rests].flatMap((rest) => {
    const { template } = explainLeaf(
      samples.map(({ facts }, at) => ({ value: parsed[at]!.get(rest), facts })),
    );
    return template === undefined || template === null ? [] : [{ '{link}': template, rest }];
  });
  return links.length === 0 ? undefined : links;
}
