// The pages behind `doc_url` (§7): what a code means, what decided that it is an error, and how to change that.
import { validValues } from '../../spec/assumption.ts';
import type { Asked, Assumption } from '../../spec/assumption.ts';
import { assumptions } from '../../spec/assumptions.ts';
import { formPlaces, formValue } from '../../spec/form.ts';
import type { FormPlace } from '../../spec/form.ts';
import { shorthandOf, shorthands } from '../../spec/shorthands.ts';
import { isAssumptionId, isShorthandId } from '../../spec/settings.ts';
import type { Settings } from '../../spec/settings.ts';
import { coarseCode, errorKinds, fineCode, isToolError } from '../../spec/errors.ts';
import type { ErrorKind, ErrorName } from '../../spec/errors.ts';
import type { Page, Section } from './page.ts';

/** The page of a code, coarse or fine; undefined for a code that this mock never sends. */
export function errorPage(code: string, settings: Settings): Page | undefined {
  const kinds = Object.entries<ErrorKind>(errorKinds).filter(
    ([name, { status, otherStatuses = [] }]) =>
      fineCode(name as ErrorName) === code ||
      (!isToolError(name as ErrorName) && [status, ...otherStatuses].some((one) => coarseCode(one) === code)),
  );
  if (kinds.length === 0) return undefined;
  const origin = kinds.every(([name]) => isToolError(name as ErrorName))
    ? 'No service sends this code: it is an error of pricing-mock itself.'
    : code === 'invalid_request'
      ? 'The specification names this code (§7).'
      : 'The specification does not name this code: it is assumed (error-codes).';
  const rules = [...new Set(kinds.flatMap(([, kind]) => kind.decidedBy))];
  return {
    title: `Error ${code}`,
    introduction: `${origin} This page is part of the mock, not of the service.`,
    sections: [
      {
        heading: 'What it means',
        paragraphs: kinds.map(([name, { status, meaning }]) => `${status} ${name}: ${meaning}`),
      },
      {
        heading: 'What the specification says',
        paragraphs: rules.filter((rule) => rule.startsWith('§')).map(ruleText),
      },
      { heading: 'What else changes it', paragraphs: [...new Set(kinds.flatMap(([name]) => hintOf(name)))] },
      ...rules.flatMap((rule) => markSection(rule, settings)),
    ].filter(({ paragraphs }) => paragraphs.length > 0),
  };
}

const keyHint =
  '--key <key> makes a key valid, --any-key makes all of them valid, --no-auth asks for none; test_<something> is always valid.';
const limitHint =
  '--per-second and --per-minute set the limits, --key <key>:<perSecond>/<perMinute> those of a key; --no-limits switches them off.';
const tokenHint =
  'The server names the token when it starts; send it as Authorization: Bearer <token>. --control-token sets it.';
const faultHint =
  'An injected fault comes from --fault or from the header X-Mock-Fault; --faults-first lets it strike before the limits.';

/** Options of `serve` that decide on an error and are no assumptions. */
const hints: Partial<Readonly<Record<ErrorName, string>>> = {
  api_key_missing: keyHint,
  api_key_invalid: keyHint,
  rate_limit_per_second: limitHint,
  rate_limit_per_minute: limitHint,
  host_forbidden: '--allow-host <name> answers for a further host.',
  origin_forbidden: '--cors-origin <origin> lets the pages of one origin in.',
  server_error: faultHint,
  bad_gateway: faultHint,
  unavailable: faultHint,
  timeout: faultHint,
  control_token_missing: tokenHint,
  control_token_invalid: tokenHint,
};

function hintOf(name: string): string[] {
  const hint = hints[name as ErrorName];
  return hint === undefined ? [] : [hint];
}

/** What an assumption or a place of the form of answers says, and how to change it. */
function markSection(rule: string, settings: Settings): Section[] {
  const place = isShorthandId(rule) ? shorthands[rule].place : rule.replace(/^form\./, '');
  if (isAssumptionId(rule))
    return [section(rule, assumptions[rule], settings[rule], asFlag(rule, assumptions[rule]))];
  if (!isFormPlace(place)) return [];
  const entry: Asked = formPlaces[place];
  const id = shorthandOf(place);
  const value = formValue(settings.form, place);
  const inFile = `"form" of a profile file, at ${place}: ${validValues(entry)}`;
  const change = id === undefined ? inFile : asFlag(id, shorthands[id].entry);
  return [section(rule, entry, typeof value === 'string' ? value : JSON.stringify(value), change)];
}

const asFlag = (id: string, entry: Assumption) => `pricing-mock serve --assume ${id}=<${validValues(entry)}>`;

function section(
  name: string,
  { question, section, reason }: Asked,
  value: string | number,
  change: string,
): Section {
  return {
    heading: `Assumed: ${name}`,
    paragraphs: [
      `${question} (${section} does not say.) Here: ${value}. ${reason}`,
      `To change it: ${change}`,
    ],
  };
}

const isFormPlace = (place: string): place is FormPlace => Object.hasOwn(formPlaces, place);

const ruleTexts: Readonly<Record<string, string>> = {
  '§4': 'the endpoints and their payloads',
  '§4 rule 2': 'a request that names a listing that does not exist is answered with 404',
  '§4 rule 3': 'a request with invalid parameters is answered with 400',
  '§5 rule 3': 'every request must carry the header X-API-KEY',
  '§5 rule 4': 'a missing or invalid key yields 401',
  '§7': 'conventional HTTP status codes: 4xx is a client error, 5xx is a server error',
  '§8': '5 requests per second over all endpoints and 300 per minute, per API key; past a limit the answer is 429',
  '§9': 'every endpoint starts with /v1',
};

function ruleText(rule: string): string {
  const text = ruleTexts[rule];
  return text === undefined ? rule : `${rule}: ${text}.`;
}
