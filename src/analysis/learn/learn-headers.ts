// The headers that a service adds, and on which of its answers.
import type { Json } from '../../http/exact-json.ts';
import type { HeaderWire } from '../../dialect/wire.ts';
import { inferLeaf } from './infer-leaf.ts';
import { limitTemplate } from './limit-headers.ts';
import { sample } from './locate.ts';
import { plain } from './match-fields.ts';
import type { Observation } from './observations.ts';

/** Those of a connection or of one body, and those that a recording has redacted. */
const never =
  /^(date|age|connection|keep-alive|transfer-encoding|content-(length|encoding|range|disposition)|set-cookie|expires|last-modified|location|via|trailer|upgrade)$/;

interface Class {
  readonly name: string;
  readonly answers: readonly Observation[];
}

/** @param names what lists know by name, for headers that tell it */
export function learnHeaders(
  observations: readonly Observation[],
  names: ReadonlyMap<Observation, Readonly<Record<string, Json | undefined>>>,
): HeaderWire[] {
  const classes = classesOf(observations);
  const found = new Set(
    classes.flatMap(({ answers }) =>
      answers.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase())),
    ),
  );
  return [...found].filter((name) => !never.test(name)).flatMap((name) => learnHeader(name, classes, names));
}

function classesOf(observations: readonly Observation[]): Class[] {
  const classes = new Map<string, Observation[]>();
  for (const by of observations) {
    if (by.isFile || (by.ok ? by.route === undefined : by.status < 400)) continue;
    const name = by.ok ? by.route!.endpoint : String(by.status);
    const known = classes.get(name);
    if (known === undefined) classes.set(name, [by]);
    else known.push(by);
  }
  return [...classes].map(([name, answers]) => ({ name, answers: sample(answers, 200) }));
}

function learnHeader(
  name: string,
  classes: readonly Class[],
  names: ReadonlyMap<Observation, Readonly<Record<string, Json | undefined>>>,
): HeaderWire[] {
  const written = classes.flatMap(({ answers }) =>
    answers.flatMap(({ headers }) => headers.filter(([own]) => own.toLowerCase() === name)),
  );
  const values = (own: readonly Class[]) =>
    own.flatMap(({ answers }) => answers.map((by) => ({ by, value: joined(by, name) })));
  const there = classes.map((own) => ({ own, share: shareOf(own, name) })).filter(({ share }) => share > 0);
  const always = there.filter(({ share }) => share === 1).map(({ own }) => own);
  const all = values(there.map(({ own }) => own)).filter(({ value }) => value !== undefined) as {
    by: Observation;
    value: string;
  }[];
  const general =
    name === 'etag'
      ? '{etag}'
      : name === 'link'
        ? linkTemplate(all.map(({ value }) => value))
        : limitTemplate(
            name,
            all.map(({ value, by }) => ({ value, at: by.at })),
          );
  const groups = new Map<string, { on: string[]; seen: number }>();
  for (const { own, share } of there) {
    const template = general ?? templateOf(name, own, share, always, names);
    if (template === undefined) continue;
    const group = groups.get(template) ?? { on: [], seen: 0 };
    groups.set(template, group);
    group.on.push(own.name);
    group.seen += own.answers.length;
  }
  return [...groups].map(([value, { on, seen }]) => ({
    name: written[0]![0],
    value,
    on: shortened(on, classes),
    seen,
  }));
}

function templateOf(
  name: string,
  own: Class,
  share: number,
  always: readonly Class[],
  names: ReadonlyMap<Observation, Readonly<Record<string, Json | undefined>>>,
): string | undefined {
  const infer = (answers: readonly Observation[]) => {
    const samples = answers.map((by) => ({
      value: joined(by, name),
      names: names.get(by) ?? {},
      literals: [],
      headers: [],
      at: by.at,
    }));
    const found = inferLeaf(samples, [plain(name.replace(/^x-/, ''))]);
    return typeof found === 'string' ? found : undefined;
  };
  const template = infer(own.answers);
  if (template === undefined || (share < 1 && !/^\{[^{}]+\?\}$/.test(template))) return undefined;
  const values = new Set(own.answers.map((by) => joined(by, name)));
  const isListed = Object.keys(names.get(own.answers[0]!) ?? {}).some((known) => template.includes(known));
  if (values.size === 1 && own.answers.length > 1) return template;
  if (isListed) return template.replace(/\?\}$/, '}');
  // What is new each time is told best from all answers together.
  return infer(always.flatMap(({ answers }) => answers)) ?? template;
}

/** The value of a header; of one that stands several times, all of them. */
function joined({ headers }: Observation, name: string): string | undefined {
  const own = headers.filter(([candidate]) => candidate.toLowerCase() === name).map(([, value]) => value);
  return own.length === 0 ? undefined : own.join(', ');
}

function shareOf({ answers }: Class, name: string): number {
  return (
    answers.filter(({ headers }) => headers.some(([own]) => own.toLowerCase() === name)).length /
    answers.length
  );
}

/** All good answers, all errors, or all of both, where that is what the list says. */
function shortened(on: readonly string[], classes: readonly Class[]): string[] {
  const isError = (name: string) => /^\d/.test(name);
  const full = (wanted: boolean) => {
    const own = classes.filter(({ name }) => isError(name) === wanted);
    return own.length > 0 && own.every(({ name }) => on.includes(name));
  };
  const [success, errors] = [full(false), full(true)];
  if (success && errors) return ['all'];
  const rest = on.filter((name) => !(isError(name) ? errors : success));
  return [...(success ? ['success'] : []), ...(errors ? ['errors'] : []), ...rest];
}

function linkTemplate(values: readonly string[]): string | undefined {
  const rels: string[] = [];
  for (const value of values) {
    for (const [, rel] of value.matchAll(/rel="?(\w+)"?/g))
      if (rel !== undefined && !rels.includes(rel)) rels.push(rel);
  }
  const known = rels.filter((rel) => /^(next|prev|previous|first|last|self)$/.test(rel));
  return known.length === 0 ? undefined : `{links:${known.join(',')}}`;
}
