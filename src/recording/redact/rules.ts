// The user's own rules for what must not be stored: `--redact '$.customer.email'`, `--redact header:X-Shop`,
// `--redact query:customer`.

export type RedactRule =
  | { readonly kind: 'json'; readonly steps: readonly JsonStep[] }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'query'; readonly name: string };

/** A key, an index, every child, or a key at any depth. */
type JsonStep =
  | { readonly step: 'key'; readonly name: string }
  | { readonly step: 'index'; readonly at: number }
  | { readonly step: 'every' }
  | { readonly step: 'anywhere'; readonly name: string };

const stepPattern = /\.\.([\w-]+)|\.\*|\[\*\]|\.([\w-]+)|\[(\d{1,9})\]|\['([^']{1,200})'\]/y;

/** @throws RangeError with the forms that are known */
export function parseRedactRule(text: string): RedactRule {
  const [, kind, name] = /^(header|query):([!#$%&'*+\-.^`|~\w]{1,200})$/.exec(text) ?? [];
  if (name !== undefined) return { kind: kind === 'header' ? 'header' : 'query', name: name.toLowerCase() };
  const steps = text.startsWith('$') ? parseSteps(text) : undefined;
  if (steps === undefined || steps.length === 0) {
    throw new RangeError(
      `"${text}" is not a rule for redaction. Use a JSON path such as $.items[*].email or $..email, header:<name>, or query:<name>.`,
    );
  }
  return { kind: 'json', steps };
}

/** The value with everything at the path replaced; the same value when nothing is there. */
export function replaceAt(
  value: unknown,
  steps: readonly JsonStep[],
  replace: (found: unknown) => unknown,
): unknown {
  const [first, ...rest] = steps;
  if (first === undefined) return replace(value);
  const descend = (child: unknown): unknown => replaceAt(child, rest, replace);
  switch (first.step) {
    case 'every':
      return mapChildren(value, descend);
    case 'index':
      return Array.isArray(value)
        ? mapChildren(value, (child, key) => (key === first.at ? descend(child) : child))
        : value;
    case 'key':
      return Array.isArray(value)
        ? value
        : mapChildren(value, (child, key) => (key === first.name ? descend(child) : child));
    case 'anywhere':
      return mapChildren(value, (child, key) => {
        const inside = replaceAt(child, steps, replace);
        return key === first.name ? descend(inside) : inside;
      });
  }
}

/** A copy with changed children; the value itself when none changed. Keys such as `__proto__` stay plain keys. */
export function mapChildren(
  value: unknown,
  change: (child: unknown, key: string | number) => unknown,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const copy = value.map((child: unknown, at) => change(child, at));
    return copy.every((child, at) => child === value[at]) ? value : copy;
  }
  const entries = Object.entries(value) as [string, unknown][];
  const copy = entries.map(([key, child]) => [key, change(child, key)] as const);
  return copy.every(([, child], at) => child === entries[at]![1]) ? value : Object.fromEntries(copy);
}

/** What a placeholder is called that stands where a rule leads. */
export function ruleLabel(rule: RedactRule & { readonly kind: 'json' }): string {
  const last = rule.steps.at(-1);
  return last !== undefined && 'name' in last ? last.name : 'json';
}

function parseSteps(text: string): JsonStep[] | undefined {
  const steps: JsonStep[] = [];
  for (let at = 1; at < text.length; at = stepPattern.lastIndex) {
    stepPattern.lastIndex = at;
    const match = stepPattern.exec(text);
    if (match === null) return undefined;
    const anywhere = match[1];
    const name = match[2] ?? match[4];
    const index = match[3];
    if (anywhere !== undefined) steps.push({ step: 'anywhere', name: anywhere });
    else if (name !== undefined) steps.push({ step: 'key', name });
    else steps.push(index === undefined ? { step: 'every' } : { step: 'index', at: Number(index) });
  }
  return steps;
}
