// What decides the body of an answer.
import { assumptions, type AssumptionId } from '../../spec/assumptions.ts';
import { absent, type Difference } from './differences.ts';
import { formatOf, momentOf, numberIn } from './formats.ts';
import type { Answer, Hint } from './hint.ts';

/** The fields that §2 names. */
const specified: Readonly<Record<string, readonly string[]>> = {
  listings: ['id', 'minPrice', 'maxPrice', 'strategyId'],
  strategies: ['id'],
  reports: [],
};

const fieldsEntry: Readonly<Record<string, AssumptionId>> = {
  listings: 'listing-fields',
  strategies: 'strategy-fields',
  reports: 'report-fields',
};

export function fieldHint(difference: Difference): Hint {
  const { aspect, label, exchange } = difference;
  if (aspect === 'order') return settled('sort', assumptions.sort.values);
  if (aspect === 'records') {
    const limits = ['page-default-limit', 'page-max-limit', 'limit-excess', 'filters'] as const;
    const shown = Array.isArray(difference.recorded) ? difference.recorded.length : 0;
    return {
      decidedBy: ['pagination', ...limits],
      specified: false,
      answers: [
        ...assumptions.pagination.values.map((value) => ({ id: 'pagination', value }) as const),
        { id: 'page-default-limit', value: String(shown) },
        { id: 'page-max-limit', value: String(shown) },
      ],
    };
  }
  if (aspect === 'body') return bodyHint(difference);
  if (exchange.recorded.status >= 400) return errorHint(difference);
  if (isInEnvelope(difference)) return envelopeHint(difference);
  return recordHint(difference, label.resource);
}

const settled = (id: AssumptionId, values: readonly string[]): Hint => ({
  decidedBy: [id],
  specified: false,
  answers: values.map((value) => ({ id, value })),
});

function bodyHint({ exchange, label }: Difference): Hint {
  if (label.resource !== 'files') return settled('patch-response', assumptions['patch-response'].values);
  if (exchange.recorded.status >= 400) return settled('link-errors', ['xml', 'json']);
  return { decidedBy: ['§2'], specified: false, answers: [] };
}

/** §7 has the object `error` with `code`, `message`, `param` and `doc_url`. */
function errorHint({ aspect, path, recorded, simulated }: Difference): Hint {
  const name = lastName(path);
  if (aspect === 'value' && name === 'code') return settled('error-codes', ['fine', 'coarse']);
  if (name === 'param' && (aspect === 'field' || aspect === 'null')) {
    const form = recorded === absent ? 'omit' : recorded === null ? 'null' : recorded === '' ? 'empty' : '';
    return settled('param-when-none', form === '' ? [] : [form]);
  }
  if (name === 'doc_url' && typeof recorded === 'string' && simulated !== absent) {
    return settled('doc-base', [recorded.replace(/\/errors\/[^/]*$/, '')]);
  }
  const spoken = ['code', 'message', 'param', 'doc_url'].includes(name) || aspect === 'envelope';
  return { decidedBy: ['§7'], specified: spoken && aspect !== 'value' && aspect !== 'wording', answers: [] };
}

/** Whether a path is beside the records rather than in one. */
function isInEnvelope({ aspect, path, label, recorded }: Difference): boolean {
  if (aspect === 'envelope') return true;
  if (!label.lists) return false;
  return !path.includes('[*]') || (aspect === 'name' && Array.isArray(recorded));
}

function envelopeHint({ aspect, label, recorded, path }: Difference): Hint {
  if (!label.lists) return settled('single-envelope', ['data', 'bare']);
  // Elsewhere than at a list its key settles nothing, and a name for each difference would be tried.
  const isOfList = aspect === 'envelope' || Array.isArray(recorded);
  const key = lastName(typeof recorded === 'string' && recorded.startsWith('$') ? recorded : path);
  return {
    decidedBy: ['list-envelope', 'list-key', 'envelope-case'],
    specified: false,
    answers: [
      ...assumptions['list-envelope'].values.map((value) => ({ id: 'list-envelope', value }) as const),
      ...(isOfList ? [{ id: 'list-key', value: key } as const] : []),
      { id: 'envelope-case', value: /[A-Z]/.test(path) ? 'camel' : 'snake' },
    ],
  };
}

function recordHint({ aspect, path, recorded, simulated, exchange }: Difference, resource: string): Hint {
  const name = lastName(path);
  const isNamed =
    specified[resource]?.includes(name) === true && !/\..*\./.test(path.replace(/^.*\[\*\]/, '$'));
  const entry = fieldsEntry[resource];
  if (aspect === 'field' || aspect === 'name') {
    if (isNamed || specified[resource]?.includes(String(simulated)) === true) {
      const patch = exchange.interaction.request.method === 'PATCH';
      const answers = patch ? assumptions['patch-response'].values : [];
      return {
        ...settled('patch-response', answers),
        decidedBy: ['§2', 'patch-response'],
        specified: !patch,
      };
    }
    const ids: AssumptionId[] = [
      ...(/link|url/i.test(name) ? (['report-links'] as const) : []),
      ...(entry === undefined ? [] : [entry]),
      'extra-fields',
      ...(exchange.interaction.request.method === 'PATCH' ? (['patch-response'] as const) : []),
    ];
    return { decidedBy: ids, specified: false, answers: ids.flatMap(everyAnswer) };
  }
  const answers = valueAnswers(recorded, simulated);
  const ids = [...new Set(answers.map(({ id }) => id))];
  if (aspect === 'type' || aspect === 'null') {
    return {
      decidedBy: [...(isNamed ? (['§2'] as const) : []), ...ids, ...(entry ? [entry] : [])],
      specified: isNamed,
      answers,
    };
  }
  return {
    decidedBy: [...ids, ...valueEntries(name, resource)],
    specified: false,
    answers: [...answers, ...valueEntries(name, resource).flatMap(everyAnswer)],
  };
}

/** What the two values themselves tell. */
function valueAnswers(recorded: unknown, simulated: unknown): Answer[] {
  const [theirs, ours] = [momentOf(recorded), momentOf(simulated)];
  if (theirs !== undefined && ours !== undefined) {
    const form = typeof recorded === 'number' ? 'unix' : theirs.unit === 1 ? 'iso' : 'iso-seconds';
    return [{ id: 'time-format', value: form }];
  }
  const amount = numberIn(simulated);
  if (typeof recorded === 'string' && amount !== undefined && formatOf(recorded).endsWith('text')) {
    return [{ id: 'price-form', value: 'string' }];
  }
  const number = numberIn(recorded);
  if (number !== undefined && typeof simulated === 'string') {
    return [
      { id: 'price-form', value: 'number' },
      { id: 'price-form', value: 'cents' },
    ];
  }
  if (number === undefined || amount === undefined) return [];
  if (number === amount)
    return [{ id: 'price-form', value: typeof recorded === 'number' ? 'number' : 'fixed2' }];
  return number === Math.round(amount * 100) ? [{ id: 'price-form', value: 'cents' }] : [];
}

/** What decides the values of fields that change. */
function valueEntries(name: string, resource: string): AssumptionId[] {
  if (resource === 'reports') return /status|state/i.test(name) ? ['report-states'] : ['link-ttl'];
  if (resource !== 'listings') return [];
  if (/price/i.test(name)) return ['bounds-effect'];
  if (/status|state/i.test(name)) return ['listing-states'];
  return /updated|modified|changed/i.test(name) ? ['noop-updates'] : [];
}

function everyAnswer(id: AssumptionId): Answer[] {
  const entry = assumptions[id];
  return entry.kind === 'choice' ? entry.values.map((value) => ({ id, value })) : [];
}

/** The last name in a path: `minPrice` of `$.data[*].minPrice`. */
function lastName(path: string): string {
  return /([\w-]+)(?:\[\*\])?$/.exec(path)?.[1] ?? '';
}
