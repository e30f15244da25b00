// What is settled about headers (A19, A31, A32).
import type { Finding } from './findings.ts';
import { valueOf } from './observations.ts';
import type { Observation } from './observations.ts';
import type { Learned } from './learned.ts';

export function settleHeaders({ observations }: Learned): Finding[] {
  const answers = observations.filter(({ isFile }) => !isFile);
  return [...answers.flatMap(ofAnswer), ...rateHeaders(answers), ...transport(answers)];
}

function ofAnswer(by: Observation): Finding[] {
  const findings: Finding[] = [];
  const say = (id: Finding['id'], value: string) => findings.push({ id, value, by });
  const requestId = by.headers.find(([name]) => /request-?id|correlation|trace-?id/i.test(name))?.[0];
  say(
    'request-id',
    requestId === undefined ? 'off' : requestId.toLowerCase() === 'x-request-id' ? 'on' : `as ${requestId}`,
  );
  if (by.route?.endpoint === 'getListing' && by.ok)
    say('etag', valueOf(by.headers, 'etag') === undefined ? 'off' : 'on');
  if (by.status === 412) say('etag', 'on');
  if (by.status === 401)
    say('www-authenticate', valueOf(by.headers, 'www-authenticate') === undefined ? 'off' : 'on');
  const after = by.status === 429 ? valueOf(by.headers, 'retry-after') : undefined;
  if (after !== undefined)
    say(
      'retry-after-form',
      /^\d+$/.test(after) ? 'seconds' : Number.isNaN(Date.parse(after)) ? 'another form' : 'date',
    );
  return findings;
}

/** Which headers tell the limits: those of refusals, and those of all answers. */
function rateHeaders(answers: readonly Observation[]): Finding[] {
  const refused = answers.filter(({ status }) => status === 429);
  return refused.map((by) => {
    const names = by.headers.map(([name]) => name.toLowerCase());
    const has = (name: string) => names.includes(name);
    const own = by.headers
      .map(([name]) => name)
      .filter((name) => /rate-?limit|throttl|quota|pace|retry/i.test(name));
    const value =
      has('ratelimit-policy') && has('ratelimit')
        ? valueOf(by.headers, 'ratelimit')?.includes('limit=') === true
          ? 'draft-7'
          : 'draft-10'
        : has('x-ratelimit-limit') && has('x-ratelimit-remaining') && has('x-ratelimit-reset')
          ? 'x-ratelimit'
          : own.length === 0
            ? 'none'
            : own.length === 1 && has('retry-after')
              ? 'retry-after'
              : own.join(', ');
    return { id: 'rate-headers', value, by };
  });
}

/** A mock of a service on https needs a certificate to be one itself, so it stays on http. */
function transport(answers: readonly Observation[]): Finding[] {
  const [first] = answers;
  if (first === undefined) return [];
  return [
    {
      id: 'transport',
      value: first.origin.startsWith('https:') ? 'https, as the recorder reached it' : 'http',
      by: first,
    },
  ];
}
