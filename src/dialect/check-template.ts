// Checks the templates of a profile that people may have edited: holes that close, names that mean something at their place,
// filters that exist with the arguments that they take.
import { isList, isMarked, isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { suggestion } from '../http/nearest-name.ts';
import { eachByIn } from './each-value.ts';
import { ofPreferences } from './known-facts.ts';
import { pageFactNames } from './page-facts.ts';
import {
  asOther,
  bothSet,
  filterNames,
  inBinary,
  operandsIn,
  unitBesideDecimals,
} from './template-filters.ts';
import { eachMarks, given, holeAlone, noSuch, notFalse, parseHole, wordAsked } from './templates.ts';
import { isTimeForm } from './time-forms.ts';

/** Where a template stands, and so which names mean something in it. */
export type TemplatePlace =
  'list' | 'listed' | 'item' | 'record' | 'written' | 'set' | 'monitor' | 'error' | 'token' | 'field';

/** What is wrong in a template, with the steps that lead there from its root. */
export interface TemplateProblem {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

const requestNames =
  'id path path.rest path.end path.list origin method now key query parameters sent answer requests'.split(
    ' ',
  );
const limitNames = ['second', 'minute'].flatMap((window) =>
  ['', '.left', '.used', '.reset', '.ends'].map((what) => `limit.${window}${what}`),
);
const request = [...requestNames, ...limitNames, 'limit.wait', 'limit.wait.ms'];
const requestFamilies = [
  ofPreferences,
  'query.',
  'queries.',
  'parts.',
  'order.',
  'direction.',
  'sent/',
  'sent.items/',
  'header.',
];
const page = [...pageFactNames, 'page.strategies', 'page.strategies in order'];

interface Known {
  readonly names: readonly string[];
  /** What names may begin with; the rest is a place or a name of the service's own. */
  readonly families: readonly string[];
}

/** What is known of each request, and more. */
const withRequest = (names: readonly string[], families: readonly string[]): Known => ({
  names: [...request, ...names],
  families: [...requestFamilies, ...families],
});

const ofRecord = { names: ['record', 'digest', 'strategy'], families: ['record/', 'strategy/', 'object/'] };
const objection =
  'param param.pointer param.path param.first param.inside param.arrows param.brackets param.inner param.item param.item.path param.kind param.all'.split(
    ' ',
  );
const objectedValue =
  'value value.unit value.text value.json value.type value.wanted value.named value.operand value.first value.start value.end value.key.end'.split(
    ' ',
  );
const sentPlaces = ['sent.length', 'sent.fault', 'sent.text'];

const ofList = {
  names: ['records', 'list.name', 'columns', 'digest', 'writes', ...page],
  families: ['first/', 'last/', 'with/', 'any/', 'each/', 'columns/'],
};

const known: Readonly<Record<TemplatePlace, Known>> = {
  list: withRequest(ofList.names, ofList.families),
  listed: withRequest([...ofList.names, ...ofRecord.names], [...ofList.families, ...ofRecord.families]),
  item: withRequest(
    [...ofRecord.names, 'listings', 'item.place', 'item.token', ...page],
    [...ofRecord.families, 'first/', 'last/'],
  ),
  record: withRequest(ofRecord.names, ofRecord.families),
  written: withRequest([...ofRecord.names, 'writes', 'changed'], [...ofRecord.families, 'was/', 'changed/']),
  set: withRequest(
    [...ofRecord.names, 'writes', 'was', 'then', 'names strategy'],
    [...ofRecord.families, 'was/'],
  ),
  monitor: withRequest(['link.end'], ['told/']),
  error: withRequest(
    [
      'record',
      'strategy',
      'problems',
      'errors',
      'digest',
      'endpoint.of',
      ...page,
      ...objection,
      ...objectedValue,
      ...sentPlaces,
    ],
    ['record/', 'strategy/', 'value/'],
  ),
  token: {
    names: ['place', 'size', 'number', 'query', 'last by order', 'next by order'],
    families: ['last/', 'next/', 'query.'],
  },
  field: { names: ['id', 'origin', 'strategy', 'answer'], families: ['strategy/', 'record/'] },
};

/** All that is wrong in a template. */
export function templateProblems(template: unknown, place: TemplatePlace): TemplateProblem[] {
  const found: TemplateProblem[] = [];
  checkPart(template as Json, place, [], found);
  return found;
}

function checkPart(
  part: Json,
  place: TemplatePlace,
  path: readonly (string | number)[],
  found: TemplateProblem[],
): void {
  const text = (value: Json, at: readonly (string | number)[]) => {
    if (typeof value !== 'string') found.push({ path: at, reason: 'is not a text with holes' });
    else found.push(...textProblems(value, place).map((reason) => ({ path: at, reason })));
  };
  if (typeof part === 'string') text(part, path);
  else if (isList(part)) {
    part.forEach((item, at) => {
      checkPart(item, place, [...path, at], found);
    });
  } else if (isObject(part)) {
    const each = eachByIn(part);
    if (each !== undefined) {
      checkPart(part[each.mark]!, place === 'list' ? 'listed' : place, [...path, each.mark], found);
      return;
    }
    const isLink = Object.hasOwn(part, '{url}');
    for (const [name, item] of Object.entries(part)) {
      const own = [...path, name];
      if (name === '{if}') {
        text(item, own);
        if (typeof item === 'string' && holeAlone(item) === undefined)
          found.push({ path: own, reason: 'is not one hole, such as {page.more}' });
      } else if (name === '{then}' || name === '{else}') checkPart(item, place, own, found);
      else if (name === '{url}' || name === '{case}' || (isLink && /^(?:behind|escapes)$/.test(name)))
        text(item, own);
      else if (isLink && name === 'query') {
        if (!isObject(item)) found.push({ path: own, reason: 'is not an object of parameters' });
        else for (const [parameter, value] of Object.entries(item)) text(value, [...own, parameter]);
      } else if (isLink && name === 'otherwise') {
        if (item !== null && item !== '' && item !== 'absent')
          found.push({ path: own, reason: 'is none of null, "" and "absent"' });
      } else if (isLink) {
        const reason = `is unknown in a link; ${suggestion(name, ['{if}', '{url}', 'query', 'otherwise', 'behind', 'escapes'])}`;
        found.push({ path: own, reason });
      } else if (
        name === '{base64}' ||
        name === '{base64url}' ||
        (eachMarks as readonly string[]).includes(name)
      )
        checkPart(item, place, own, found);
      else {
        found.push(...textProblems(name, place).map((reason) => ({ path: own, reason })));
        checkPart(item, place, own, found);
      }
    }
  }
}

function textProblems(text: string, place: TemplatePlace): string[] {
  const isNumber: boolean = isMarked(text);
  if (isNumber) return [];
  const problems: string[] = [];
  const rest = text.replace(/\{\{|\{([^{}]+)\}/g, (_, hole: string | undefined) => {
    if (hole !== undefined) problems.push(...holeProblems(hole, place));
    return '';
  });
  if (rest.includes('{'))
    problems.push('holds a hole that does not close; a brace of the service is written {{');
  return problems;
}

function holeProblems(text: string, place: TemplatePlace): string[] {
  const { name, filters } = parseHole(text);
  const problems = nameProblem(name, place);
  for (const filter of filters) problems.push(...filterProblem(filter, place));
  return problems;
}

function nameProblem(name: string, place: TemplatePlace): string[] {
  const { names, families } = known[place];
  if (name.startsWith('=') || names.includes(name)) return [];
  for (const mark of [noSuch, notFalse, given])
    if (name.startsWith(mark)) return nameProblem(name.slice(mark.length), place);
  const said = wordAsked(name);
  if (said !== undefined) return nameProblem(said.of, place);
  const family = families.find((prefix) => name.startsWith(prefix));
  if (family?.endsWith('/')) {
    return isPointer(name.slice(family.length - 1))
      ? []
      : [`'${name}' does not name a place, such as ${family}id`];
  }
  if (family !== undefined && name.length > family.length) return [];
  // A family stands for its names, so that its end is compared too.
  const prefix = families.find((one) => one.slice(0, -1) === /^[^./]*/.exec(name)?.[0]);
  const all = [...names, ...(prefix === undefined ? families.map((one) => `${one}...`) : [`${prefix}...`])];
  const hint = suggestion(name, all);
  const some = `known are names such as ${[...names.slice(-6), ...families.map((one) => `${one}...`)].join(', ')}`;
  return [`'${name}' is no name that is known here; ${hint.startsWith('did') ? hint : some}`];
}

/** Filters that take a number, and those that take something else; all others take nothing. */
const withUnits = ['fixed', 'comma', 'grouped'];
const numbered = [...withUnits, 'nearest', 'count', 'decimals', 'rounded', 'digits', 'bytes'];
const aNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;
const ofWhat: Readonly<Record<string, string>> = { digits: 'digits', bytes: 'bytes' };

function filterProblem(filter: string, place: TemplatePlace): string[] {
  const space = filter.indexOf(' ');
  const [name, argument] = space === -1 ? [filter, ''] : [filter.slice(0, space), filter.slice(space + 1)];
  if (!filterNames.has(name)) return [`'${name}' is no filter; ${suggestion(name, [...filterNames])}`];
  if (withUnits.includes(name) && argument.startsWith(asOther))
    return nameProblem(argument.slice(asOther.length), place);
  if (numbered.includes(name)) {
    const count = withUnits.includes(name) ? argument.replace(unitBesideDecimals, '') : argument;
    const number = aNumber.test(count) ? Number(count) : NaN;
    const isCount = Number.isInteger(number) && number >= 0 && number <= 15;
    if (name !== 'nearest' && name !== 'count')
      return isCount
        ? []
        : [
            `the filter '${name}' takes a count of ${ofWhat[name] ?? 'decimals'} from 0 to 15, not '${argument}'`,
          ];
    return Number.isFinite(number) ? [] : [`the filter '${name}' takes a number, not '${argument}'`];
  }
  switch (name) {
    case 'time':
    case 'moment':
      return isTimeForm(argument) ? [] : [`'${argument}' is ${notATime}`];
    case 'shaped':
      return isShape(argument)
        ? []
        : [`the filter 'shaped' takes a shape such as ffff-9999, not '${argument}'`];
    case 'plus':
    case 'less':
    case 'times':
    case 'per':
      if (argument === '') return [`the filter '${name}' takes a number or a name, not ''`];
      return aNumber.test(argument)
        ? []
        : nameProblem(argument.replace(inBinary, '').replace(bothSet, ''), place);
    case 'without':
      return argument === '' ? [`the filter 'without' takes names of parameters, not ''`] : [];
    case 'naming':
      return argument === '' ? [`the filter 'naming' takes the name of a member, not ''`] : [];
    case 'least':
    case 'most':
    case 'else':
    case 'when':
      return nameProblem(argument, place);
    case 'side':
    case 'within': {
      const bounds = operandsIn(argument);
      if (bounds.length > 2) return [`the filter '${name}' takes two names, not '${argument}'`];
      return bounds.filter((bound) => bound !== '').flatMap((bound) => nameProblem(bound, place));
    }
    default:
      return argument === '' ? [] : [`the filter '${name}' takes nothing, not '${argument}'`];
  }
}

/** What is wrong with a filter that stands alone. */
export const filterProblems = (filter: string, place: TemplatePlace): TemplateProblem[] =>
  filterProblem(filter, place).map((reason) => ({ path: [], reason }));

export const notATime = 'no form of moments: s, ms, http or a pattern such as YYYY-MM-DDThh:mm:ssZ';

/** RFC 6901, of a place in a value and not the value itself. */
export const isPointer = (text: string): boolean => /^(\/([^~/]|~[01])*)+$/.test(text);

/** Signs of a text that is made up (`shaped`): the last one must not be a `\` that stands before nothing. */
export const isShape = (text: string): boolean => /^(?:\\.|[^\\{}|]){1,400}$/s.test(text);
