// As much of JSON Schema as our OpenAPI documents (2020-12) and the schemas of our files (draft 7) use, so that tests
// can hold answers and files against them. A keyword
// that it does not know is an error, lest a rule be passed over in silence.

type Json = Readonly<Record<string, unknown>>;

const silent = new Set([
  '$schema',
  'title',
  'contentEncoding',
  'description',
  'examples',
  'x-assumed',
  'default',
  'allOf',
  'anyOf',
  'not',
  '$ref',
  'required',
]);

/** What is wrong with a value, one line each; empty when it fits. */
export function violations(value: unknown, schema: Json, document: unknown, at = '$'): string[] {
  const found: string[] = [];
  const wrong = (what: string) => found.push(`${at}: ${what}, but is ${JSON.stringify(value).slice(0, 80)}`);
  const inner = (part: unknown, child: unknown = value, place = at) =>
    violations(child, part as Json, document, place);

  if (typeof schema.$ref === 'string') found.push(...inner(resolve(schema.$ref, document)));
  for (const part of (schema.allOf ?? []) as Json[]) found.push(...inner(part));
  const choices = schema.anyOf as Json[] | undefined;
  if (choices?.every((choice) => inner(choice).length > 0)) wrong('should fit one of several schemas');
  if (schema.not !== undefined && inner(schema.not).length === 0) wrong('should not be here');

  const fields = isObject(value) ? value : undefined;
  for (const name of (schema.required ?? []) as string[]) {
    if (fields !== undefined && !(name in fields)) wrong(`should have ${name}`);
  }
  for (const [keyword, rule] of Object.entries(schema)) {
    if (silent.has(keyword)) continue;
    switch (keyword) {
      case 'type':
        if (![rule].flat().some((type) => isOfType(value, type as string)))
          wrong(`should be ${String(rule)}`);
        break;
      case 'const':
        if (value !== rule) wrong(`should be ${String(rule)}`);
        break;
      case 'enum':
        if (!(rule as unknown[]).includes(value)) wrong(`should be one of ${(rule as unknown[]).join(', ')}`);
        break;
      case 'minimum':
        if (typeof value === 'number' && value < (rule as number))
          wrong(`should be at least ${String(rule)}`);
        break;
      case 'maximum':
        if (typeof value === 'number' && value > (rule as number)) wrong(`should be at most ${String(rule)}`);
        break;
      case 'minLength':
        if (typeof value === 'string' && value.length < (rule as number)) wrong('should be longer');
        break;
      case 'pattern':
        if (typeof value === 'string' && !new RegExp(rule as string, 'u').test(value))
          wrong(`should fit ${String(rule)}`);
        break;
      case 'format':
        if (typeof value === 'string' && !formats[rule as string]!(value))
          wrong(`should be a ${String(rule)}`);
        break;
      case 'minProperties':
        if (fields !== undefined && Object.keys(fields).length < (rule as number))
          wrong('has too few members');
        break;
      case 'maxProperties':
        if (fields !== undefined && Object.keys(fields).length > (rule as number))
          wrong('has too many members');
        break;
      case 'minItems':
        if (Array.isArray(value) && value.length < (rule as number)) wrong('has too few items');
        break;
      case 'maxItems':
        if (Array.isArray(value) && value.length > (rule as number)) wrong('has too many items');
        break;
      case 'items':
        for (const [index, item] of (Array.isArray(value) ? value : []).entries()) {
          const part = Array.isArray(rule) ? (rule as unknown[])[index] : rule;
          if (part !== undefined) found.push(...inner(part, item, `${at}[${index}]`));
        }
        break;
      case 'propertyNames':
        for (const name of Object.keys(fields ?? {})) found.push(...inner(rule, name, `${at}.${name}`));
        break;
      case 'maxLength':
        if (typeof value === 'string' && value.length > (rule as number)) wrong('should be shorter');
        break;
      case 'properties':
        for (const [name, part] of Object.entries(rule as Json)) {
          if (fields !== undefined && name in fields)
            found.push(...inner(part, fields[name], `${at}.${name}`));
        }
        break;
      case 'additionalProperties':
        for (const [name, child] of Object.entries(fields ?? {})) {
          if (name in ((schema.properties ?? {}) as Json)) continue;
          if (rule === false) wrong(`should not have ${name}`);
          else if (rule !== true) found.push(...inner(rule, child, `${at}.${name}`));
        }
        break;
      default:
        throw new Error(`this reader of schemas does not know '${keyword}'`);
    }
  }
  return found;
}

/** The part of a document that a reference leads to. */
export function resolve(reference: string, document: unknown): Json {
  const part = reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((whole, name) => (whole as Json)[name], document);
  if (!isObject(part)) throw new Error(`${reference} leads nowhere`);
  return part;
}

/** Names of the members that an object may have by a schema, with those of what it refers to. */
export function memberNames(schema: Json, document: unknown): string[] {
  const parts = [...((schema.allOf ?? []) as Json[]), ...((schema.anyOf ?? []) as Json[])];
  const referred = typeof schema.$ref === 'string' ? [resolve(schema.$ref, document)] : [];
  return [
    ...Object.keys(schema.properties ?? {}),
    ...[...parts, ...referred].flatMap((part) => memberNames(part, document)),
  ];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  uri: (text) => URL.canParse(text),
  'date-time': (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
};
