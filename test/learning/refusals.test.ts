// How a service refuses, learned from a few of its answers and told again for requests that were never recorded.
import { describe, expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { printProfile } from '../../src/dialect/profile.ts';
import { learnedFrom as mockOf, recordingOf } from './said.ts';
import type { Said } from './said.ts';

const item = (number: number, low: number, high: number, rule: string) => ({
  id: `item-${number}`,
  title: `Thing ${number}`,
  low,
  high,
  rule,
});
const items = [
  item(4001, 10, 20, 'rule-901'),
  item(4002, 11, 22, 'rule-902'),
  item(4003, 12, 24, 'rule-901'),
  item(4004, 13, 26, 'rule-903'),
];
const rules = ['rule-901', 'rule-902', 'rule-903'].map((id) => ({ id, name: `Rule ${id}` }));
const price = (number: number) => `PATCH /v1/listings/item-${number}/price`;
const rule = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;

/** Reads, and writes that were accepted. */
const accepted: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { items } },
  { asked: 'GET /v1/strategies', told: { items: rules } },
  { asked: price(4001), sent: { low: 14.5, high: 21 }, told: { ...items[0], low: 14.5, high: 21 } },
  { asked: price(4002), sent: { low: 7.25, high: 30 }, told: { ...items[1], low: 7.25, high: 30 } },
  { asked: rule(4003), sent: { rule: 'rule-902' }, told: { ...items[2], rule: 'rule-902' } },
  { asked: rule(4004), sent: { rule: 'rule-901' }, told: { ...items[3], rule: 'rule-901' } },
  { asked: 'GET /v1/listings/item-4003', told: { ...items[2], rule: 'rule-902' } },
];

const learnedFrom = (refused: readonly Said[]) => mockOf([...accepted, ...refused]);

const undecided: unknown = expect.objectContaining({
  error: expect.objectContaining({ code: 'undecided' }) as object,
});

describe('errors that are told together', () => {
  const wrong = (field: string, problem: string) => ({ field, problem });
  const invalid = (...issues: object[]) => ({
    error: {
      message: issues.length === 1 ? 'Invalid.' : `${issues.length} problems.`,
      details: [{ kind: 'bad', issues }],
    },
  });

  test('stand in the list in which one was told, however deep it lies', async () => {
    const ask = learnedFrom([
      { asked: price(4001), sent: { high: 9 }, status: 400, told: invalid(wrong('low', 'is not set')) },
      { asked: price(4001), sent: { low: 9 }, status: 400, told: invalid(wrong('high', 'is not set')) },
      {
        asked: price(4001),
        sent: {},
        status: 400,
        told: invalid(wrong('low', 'is not set'), wrong('high', 'is not set')),
      },
      {
        asked: price(4002),
        sent: { low: 'a', high: 9 },
        status: 400,
        told: invalid(wrong('low', 'is no number')),
      },
    ]);
    expect(await ask(price(4003), { high: 30 })).toEqual([400, invalid(wrong('low', 'is not set'))]);
    expect(await ask(price(4003), { high: 'b' })).toEqual([
      400,
      invalid(wrong('low', 'is not set'), wrong('high', 'is no number')),
    ]);
  });

  test('are told by field where one refusal showed so', async () => {
    const told = (...fields: string[]) => ({
      errors: Object.fromEntries(fields.map((field) => [field, ['is blank']])),
    });
    const crossed = { errors: { high: ['is below low'] } };
    const ask = learnedFrom([
      { asked: price(4001), sent: { low: null, high: 9 }, status: 422, told: told('low') },
      { asked: price(4001), sent: { low: null, high: null }, status: 422, told: told('low', 'high') },
      { asked: price(4002), sent: { low: 9, high: 8 }, status: 422, told: crossed },
      { asked: price(4003), sent: { low: 9, high: -1 }, status: 422, told: { errors: { high: ['is < 0'] } } },
    ]);
    expect(await ask(price(4003), { low: null, high: null })).toEqual([422, told('low', 'high')]);
  });

  test('begin with what the service does not know where one refusal showed so', async () => {
    const told = (...faults: (readonly [field: string, problem: string])[]) => ({
      faults: faults.map(([field, problem]) => wrong(field, problem)),
    });
    const unread = 'is no number';
    const ask = learnedFrom([
      { asked: price(4001), sent: { low: 'a', high: 9 }, status: 400, told: told(['low', unread]) },
      { asked: price(4001), sent: { colour: 'red' }, status: 400, told: told(['colour', 'is strange']) },
      {
        asked: price(4002),
        sent: { low: 'a', high: 'b' },
        status: 400,
        told: told(['low', unread], ['high', unread]),
      },
      {
        asked: price(4002),
        sent: { low: 'b', high: 9, shape: 'round' },
        status: 400,
        told: told(['shape', 'is strange'], ['low', unread]),
      },
    ]);
    expect(await ask(price(4003), { high: 'c', margin: 3 })).toEqual([
      400,
      told(['margin', 'is strange'], ['high', unread]),
    ]);
    expect(await ask(price(4003), { low: 'c', high: 'd' })).toEqual([
      400,
      told(['low', unread], ['high', unread]),
    ]);
  });

  test('are counted as far as they are told', async () => {
    const told = (count: number) => ({ message: `Validation failed. Errors: ${count}` });
    const ask = learnedFrom([
      { asked: price(4001), sent: { low: -4, high: 9 }, status: 400, told: told(1) },
      { asked: price(4002), sent: { low: -4, high: -5 }, status: 400, told: told(2) },
      { asked: price(4002), sent: { low: 9, high: 8 }, status: 409, told: { message: 'Crossed.' } },
    ]);
    expect(await ask(price(4003), { low: 6, high: -1 })).toEqual([400, told(1)]);
    expect(await ask(price(4003), { low: -2, high: -3 })).toEqual([400, told(2)]);
  });
});

test('of a request with several faults, the one is told that a recording shows', async () => {
  const ask = learnedFrom([
    { asked: price(4001), sent: { low: 'a', high: 9 }, status: 400, told: { error: 'low is no number' } },
  ]);
  expect(await ask(price(4003), { high: 'b' })).toEqual([400, { error: 'high is no number' }]);
  expect(await ask(price(4003), { high: 9 })).toEqual([400, undecided]);
});

test('bounds that cross are refused for that, and not for being less than any that were taken', async () => {
  const crossed = { error: 'low is above high' };
  const ask = learnedFrom([
    { asked: price(4003), sent: { low: 6, high: 5 }, status: 422, told: crossed },
    { asked: price(4003), sent: { low: 4, high: 2 }, status: 422, told: crossed },
  ]);
  expect(await ask(price(4003), { low: 3, high: 4 })).toEqual([200, { ...items[2], low: 3, high: 4 }]);
  expect(await ask(price(4003), { low: 28, high: 27 })).toEqual([422, crossed]);
});

describe('an error is told in the words that tell the most refusals', () => {
  test('so that what was sent once as a text is told as a text always', async () => {
    const told = (code: number, field: string, value: string) => ({ code, field, value });
    const ask = learnedFrom([
      { asked: price(4001), sent: { low: [4], high: 9 }, status: 400, told: told(7, 'low', '[4]') },
      { asked: price(4001), sent: { low: 4, high: true }, status: 400, told: told(7, 'high', 'true') },
      { asked: price(4001), sent: { low: 'a', high: 9 }, status: 400, told: told(8, 'low', '"a"') },
    ]);
    expect(await ask(price(4003), { low: false, high: 9 })).toEqual([400, told(7, 'low', 'false')]);
    expect(await ask(price(4003), { low: 3, high: 'b' })).toEqual([400, told(8, 'high', '"b"')]);
  });

  test('so that the id of an error is new, even if one alone was seen of its cause', async () => {
    const told = (id: string, text: string) => ({ id, text });
    const ask = learnedFrom([
      { asked: price(4001), sent: { high: 9 }, status: 400, told: told('r-7f3a01bc', 'low is missing') },
      {
        asked: price(4001),
        sent: { low: 'a', high: 9 },
        status: 400,
        told: told('r-90bb12de', 'low is text'),
      },
      {
        asked: price(4002),
        sent: { low: 'a', high: 9 },
        status: 400,
        told: told('r-13c4f8aa', 'low is text'),
      },
    ]);
    const id: unknown = expect.stringMatching(/^r-[0-9a-f]{8}$/);
    const [, first] = (await ask(price(4003), { high: 9 })) as [number, { id: string }];
    const [, second] = (await ask(price(4003), { high: 9 })) as [number, { id: string }];
    expect(first).toEqual({ id, text: 'low is missing' });
    expect(second.id).not.toBe(first.id);
  });

  test('so that an id is said again, though all kinds of errors say another one there', async () => {
    const told = (kind: string, subject: string) => ({ kind, subject });
    const unknown = (number: number, asked: string) => ({
      asked,
      status: 404,
      told: told('Unknown', `item-${number}`),
    });
    const ask = learnedFrom([
      unknown(9001, 'GET /v1/listings/item-9001'),
      unknown(9002, 'GET /v1/listings/item-9002'),
      { ...unknown(9003, price(9003)), sent: { low: 1, high: 2 } },
      { asked: price(4004), sent: { low: 1, high: 2 }, status: 409, told: told('Busy', 'task-23') },
    ]);
    expect(await ask('GET /v1/listings/item-7777')).toEqual([404, told('Unknown', 'item-7777')]);
    expect(await ask(price(7778), { low: 3, high: 4 })).toEqual([404, told('Unknown', 'item-7778')]);
  });

  test('and a null that was sent is told as null', async () => {
    const told = (value: string) => ({ text: `Not a number: ${value}.` });
    const ask = learnedFrom([
      { asked: price(4001), sent: { low: 'few', high: 9 }, status: 400, told: told('few') },
      { asked: price(4001), sent: { low: null, high: 9 }, status: 400, told: told('null') },
    ]);
    expect(await ask(price(4003), { low: null, high: 8 })).toEqual([400, told('null')]);
  });

  test('and a number that was sent is not looked for inside of an id', async () => {
    const told = (id: string) => ({ id, text: 'Below zero.' });
    const ask = learnedFrom([
      { asked: price(4001), sent: { low: -4, high: 9 }, status: 400, told: told('6da659b5-af3d-4c9d-c6b0') },
    ]);
    const id: unknown = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}$/);
    expect(await ask(price(4003), { low: -0.5, high: 9 })).toEqual([400, { id, text: 'Below zero.' }]);
  });
});

describe('what was refused once tells how its like is refused', () => {
  test('in its own words: a code that differs from kind to kind is no value made anew', async () => {
    const ask = learnedFrom([
      { asked: 'GET /v1/listings/item-9001', status: 404, told: { error: { code: 'ERR-1002' } } },
      { asked: price(4001), sent: { high: 9 }, status: 400, told: { error: { code: 'ERR-1477' } } },
    ]);
    expect(await ask('GET /v1/listings/item-9002')).toEqual([404, { error: { code: 'ERR-1002' } }]);
    expect(await ask(price(4003), { high: 12 })).toEqual([400, { error: { code: 'ERR-1477' } }]);
  });

  test('a code in a header is none, either', () => {
    const plain = recordingOf([
      ...accepted,
      { asked: 'GET /v1/listings/item-9001', status: 404, told: { error: 'No such thing' } },
      { asked: price(4001), sent: { high: 9 }, status: 400, told: { error: 'low is missing' } },
    ]);
    const interactions = plain.interactions.map((one): (typeof plain.interactions)[0] => {
      const { headers, status } = one.response;
      const code = ['X-Code', `ERR-${status === 404 ? 1002 : 1477}`] as const;
      return { ...one, response: { ...one.response, headers: status < 400 ? headers : [...headers, code] } };
    });
    const { service } = learnProfile([{ name: 'session', recording: { ...plain, interactions } }]);
    const codes = service!.errors.map(({ headers }) => headers?.['X-Code']);
    expect(codes).toEqual(['ERR-1002', 'ERR-1477']);
  });

  test('and the 0 of 0.01 is not the 0 that was sent', async () => {
    const told = (value: number) => ({ error: `The value '${value}' of 'low' is below 0.01.` });
    const ask = learnedFrom([{ asked: price(4001), sent: { low: 0, high: 9 }, status: 400, told: told(0) }]);
    expect(await ask(price(4003), { low: -4, high: 9 })).toEqual([400, told(-4)]);
  });

  test('and the 0 that was asked for is told again, where it is no bound', async () => {
    const ofSize = (value: number) => ({ text: `A page has 1 to 9, not ${value}.`, value: String(value) });
    const ask = learnedFrom([
      { asked: 'GET /v1/listings?size=2', told: { items: items.slice(0, 2) } },
      { asked: 'GET /v1/listings?size=0', status: 400, told: ofSize(0) },
    ]);
    expect(await ask('GET /v1/listings?size=-3')).toEqual([400, ofSize(-3)]);
  });

  test('a number below zero as zero is', async () => {
    const told = (value: number) => ({ text: `Must lie within 1 and 900, not '${value}'.` });
    const ask = learnedFrom([
      { asked: price(4001), sent: { low: 0, high: 9 }, status: 400, told: told(0) },
      { asked: price(4001), sent: { low: 9, high: 1000 }, status: 400, told: told(1000) },
    ]);
    expect(await ask(price(4003), { low: -4, high: 9 })).toEqual([400, told(-4)]);
  });

  test('but not a method as a path: many services tell the two apart by their status', async () => {
    const ask = learnedFrom([
      { asked: 'GET /v1/orders', status: 404, told: { error: 'No GET /v1/orders here' } },
    ]);
    expect(await ask('DELETE /v1/listings/item-4001')).toEqual([404, undecided]);
  });

  test('a field of the other write, where the error names the field alone', async () => {
    const missing = (field: string) => ({ error: `${field} is required` });
    const named = learnedFrom([{ asked: price(4001), sent: { high: 9 }, status: 400, told: missing('low') }]);
    expect(await named(rule(4003), {})).toEqual([400, missing('rule')]);
    const unnamed = learnedFrom([
      { asked: price(4001), sent: { high: 9 }, status: 400, told: { error: 'The prices are wrong' } },
    ]);
    expect(await unnamed(rule(4003), {})).toEqual([400, undecided]);
  });

  test('a field beside it, rather than any field of the other write', async () => {
    const told = (text: string) => ({ fault: text });
    const unknown = (at: number, field: string, text: string): Said => ({
      asked: price(at),
      sent: { low: 8, high: 20, [field]: 4 },
      status: 400,
      told: told(text),
    });
    const ask = learnedFrom([
      unknown(4001, 'colour', 'Not here: colour.'),
      unknown(4002, 'low.end', 'low.end is no name.'),
      { asked: rule(4002), sent: { rule: 'rule-901', by: 3 }, status: 400, told: told('A rule has no by.') },
    ]);
    expect(await ask(price(4003), { low: 8, high: 20, weight: 4 })).toEqual([400, told('Not here: weight.')]);
    expect(await ask(rule(4003), { rule: 'rule-901', of: 4 })).toEqual([400, told('A rule has no of.')]);
  });

  test('a value of another type, whose name is written in its own way', async () => {
    const told = (type: string) => ({ text: `A number is no ${type}.` });
    const ask = learnedFrom([
      { asked: price(4001), sent: { low: true, high: 9 }, status: 400, told: told('BOOLEAN') },
      { asked: price(4001), sent: { low: 9, high: [9] }, status: 400, told: told('ARRAY') },
    ]);
    expect(await ask(price(4003), { low: {}, high: 9 })).toEqual([400, told('OBJECT')]);
  });
});

test('a refusal that nothing explains is given to the same request again, and to no other', async () => {
  const told = { error: 'Not today.' };
  const ask = learnedFrom([{ asked: price(4001), sent: { low: 8, high: 9 }, status: 409, told }]);
  expect(await ask(price(4001), { low: 8, high: 9 })).toEqual([409, told]);
  expect(await ask(price(4001), { low: 8.5, high: 9 })).toEqual([200, { ...items[0], low: 8.5, high: 9 }]);
  expect(await ask(price(4002), { low: 8, high: 9 })).toEqual([200, { ...items[1], low: 8, high: 9 }]);
});

describe('of several things that are wrong with a request', () => {
  const about = (field: string, problem: string) => ({ errors: [{ field, problem }] });
  const low = (value: number, unit: string) => ({ low: { value, unit } });
  const offers = items.map(({ id, low: least, high }) => ({
    id,
    low: { value: least, unit: 'EUR' },
    high: { value: high, unit: 'EUR' },
  }));
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { items: offers } },
    ...[4001, 4002].map((number, at) => ({
      asked: price(number),
      sent: { ...low(3, 'EUR'), high: { value: 30, unit: 'EUR' } },
      told: { ...offers[at], ...low(3, 'EUR'), high: { value: 30, unit: 'EUR' } },
    })),
  ];
  const whole = { ...low(4, 'EUR'), high: { value: 33, unit: 'EUR' } };

  test('that one is to blame whose field the answer names', async () => {
    const ask = mockOf([
      ...session,
      { asked: price(4003), sent: low(3, 'USD'), status: 400, told: about('high', 'is missing') },
    ]);
    expect(await ask(price(4004), low(4, 'EUR'))).toEqual([400, about('high', 'is missing')]);
  });

  test('a field that the answer names is not missed where its sister may lack', async () => {
    const ask = learnedFrom([
      { asked: price(4001), sent: { low: 3, high: 30 }, told: { ...items[0], low: 3, high: 30 } },
      { asked: price(4002), sent: { high: 31 }, told: { ...items[1], high: 31 } },
      { asked: price(4003), sent: {}, status: 400, told: { missing: ['low', 'high'] } },
    ]);
    expect(await ask(price(4004), { low: 4 })).toEqual([200, { ...items[3], low: 4 }]);
    expect(await ask(price(4004), {})).toEqual([400, { missing: ['low', 'high'] }]);
  });

  test('a member that always stood beside an amount is missed beside it', async () => {
    const ask = mockOf([
      ...session,
      {
        asked: price(4003),
        sent: { low: { value: 5 } },
        status: 400,
        told: about('low.unit', 'is missing'),
      },
    ]);
    expect(await ask(price(4004), { ...whole, low: { value: 5 } })).toEqual([
      400,
      about('low.unit', 'is missing'),
    ]);
  });

  test('what this endpoint was seen to refuse goes before what another does of the whole', async () => {
    const ask = learnedFrom([
      { asked: price(4001), sent: {}, status: 400, told: { error: 'Give a price.' } },
      { asked: rule(4001), sent: {}, status: 400, told: about('rule', 'is missing') },
    ]);
    expect(await ask(rule(4002), {})).toEqual([400, about('rule', 'is missing')]);
    expect(await ask(price(4002), {})).toEqual([400, { error: 'Give a price.' }]);
  });
});

describe('what the rules tell otherwise than it was told', () => {
  const no = (error: string) => ({ error });
  const session: readonly Said[] = [
    { asked: price(4001), sent: { low: 'a', high: 9 }, status: 400, told: no('low is no number') },
    { asked: price(4002), sent: { low: 9, high: 'b' }, status: 400, told: no('high is no number') },
    {
      asked: price(4002),
      sent: { low: 'a', high: 'b' },
      status: 400,
      told: no('low is no number (and 1 more)'),
    },
  ];

  test('is told again to the very same request, and to no other', async () => {
    const ask = learnedFrom(session);
    expect(await ask(price(4002), { low: 'a', high: 'b' })).toEqual([400, session[2]!.told]);
    expect(await ask(price(4003), { low: 'a', high: 'b' })).toEqual([400, no('low is no number')]);
  });

  test('is told with a number of its own, where each answer has one', async () => {
    const numbered = session.map((one, at) =>
      one.status === 400
        ? { ...one, told: { ...(one.told as object), number: `n-${(at * 7919 + 104_729).toString(16)}` } }
        : one,
    );
    const ask = learnedFrom(numbered);
    const again = (await ask(price(4002), { low: 'a', high: 'b' })) as [number, { number: string }];
    expect(again).toEqual([
      400,
      { ...(session[2]!.told as object), number: expect.stringMatching(/^n-/) as string },
    ]);
    const { errors } = learnProfile([
      { name: 'session', recording: recordingOf([...accepted, ...numbered]) },
    ]).service!;
    expect(errors.filter(({ cause }) => cause === 'unexplained')).toHaveLength(1);
  });

  test('is not where the same request was told otherwise at another time, for that depends on more', async () => {
    const ask = learnedFrom([
      ...session.slice(0, 2),
      { asked: price(4002), sent: { low: 'a', high: 'b' }, status: 400, told: no('low is no number') },
      ...session.slice(2, 3),
    ]);
    expect(await ask(price(4002), { low: 'a', high: 'b' })).toEqual([400, no('low is no number')]);
  });
});

test('a profile says which refusals nothing explains, and not what was asked', () => {
  const told = { error: 'Not today.' };
  const recording = recordingOf([
    ...accepted,
    { asked: price(4001), sent: { low: 8.75, high: 9 }, status: 409, told },
  ]);
  const text = printProfile(learnProfile([{ name: 'session', recording }]));
  expect(text).toContain('Nothing explains 1 refusal: session/8. The same requests are refused so again');
  expect(text).not.toContain('8.75');
});

describe('an object for each amount', () => {
  const amount = (value: number) => ({ value, currency: 'EUR' });
  const offer = (number: number, low: number, high: number) => ({
    id: `item-${number}`,
    low: amount(low),
    high: amount(high),
  });
  const offers = [offer(4001, 10, 20), offer(4002, 11, 22), offer(4003, 12, 24)];
  const lacks = (field: string) => ({ error: `${field} is missing` });
  const neither = { error: 'Give one of the two.' };
  const wrong = { error: 'bounds/low is no object' };
  const ask = mockOf([
    { asked: 'GET /v1/listings', told: { items: offers } },
    {
      asked: price(4001),
      sent: { bounds: { low: amount(5), high: amount(30) } },
      told: { ...offers[0], low: amount(5), high: amount(30) },
    },
    { asked: price(4002), sent: { bounds: { high: amount(44) } }, told: { ...offers[1], high: amount(44) } },
    { asked: price(4003), sent: { bounds: {} }, status: 400, told: neither },
    { asked: price(4003), sent: { bounds: { low: { currency: 'EUR' } } }, status: 400, told: lacks('value') },
    { asked: price(4003), sent: { bounds: { low: 4 } }, status: 400, told: wrong },
  ]);

  test('may be left out as a whole, and still needs its number where it stands', async () => {
    expect(await ask(price(4001), { bounds: { high: amount(33) } })).toMatchObject([200, {}]);
    expect(await ask(price(4001), { bounds: { low: { currency: 'EUR' }, high: amount(50) } })).toEqual([
      400,
      lacks('value'),
    ]);
  });

  test('that was not accepted alone is not asked for where the other may be left out', async () => {
    expect(await ask(price(4001), { bounds: { low: amount(6) } })).toMatchObject([200, {}]);
  });

  test('is missed with the other where nothing stands there, and is no list', async () => {
    expect(await ask(price(4001), { bounds: {} })).toEqual([400, neither]);
    expect(await ask(price(4001), { bounds: { low: 7 } })).toEqual([400, wrong]);
    expect(await ask(price(4001), { bounds: { low: [] } })).toEqual([400, wrong]);
  });
});

test('a refusal without a body has none again, though others have one', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings/item-9001', status: 410, told: undefined },
    { asked: 'GET /v1/offers', status: 404, told: { error: 'There is nothing here' } },
    { asked: price(4001), sent: { low: 30, high: 20 }, status: 400, told: { error: 'Not so' } },
  ]);
  expect(await ask('GET /v1/listings/item-9002')).toEqual([410, undefined]);
  expect(await ask('GET /v1/orders')).toEqual([404, { error: 'There is nothing here' }]);
});

test('a number in place of a name is refused in the words of an unknown name, where one was', async () => {
  const unknown = (value: string) => ({ error: 'no such rule', value });
  const ask = learnedFrom([
    { asked: rule(4001), sent: { rule: 'rule-999' }, status: 404, told: unknown('rule-999') },
    { asked: rule(4001), sent: { rule: 'bold' }, status: 404, told: unknown('bold') },
    { asked: rule(4001), sent: { rule: 17 }, status: 404, told: unknown('17') },
    {
      asked: price(4003),
      sent: { low: 'cheap', high: 20 },
      status: 400,
      told: { error: 'no number', field: 'low' },
    },
  ]);
  expect(await ask(rule(4002), { rule: 44 })).toEqual([404, unknown('44')]);
  expect(await ask(rule(4002), { rule: 'strong' })).toEqual([404, unknown('strong')]);
});

describe('a write that is answered with a list of what was wrong', () => {
  const fault = (field: string, value: string) => ({
    message: `%1 is wrong: %2`,
    parameters: [field, value],
  });
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { items } },
    { asked: price(4001), sent: { low: 14.5, high: 21 }, told: [] },
    { asked: 'GET /v1/listings/item-4001', told: { ...items[0], low: 14.5, high: 21 } },
    { asked: price(4002), sent: { low: 7.25, high: 30 }, told: [] },
    { asked: 'GET /v1/listings/item-4002', told: { ...items[1], low: 7.25, high: 30 } },
    { asked: price(4003), sent: { low: 'cheap', high: 21 }, told: [fault('low', 'cheap')] },
    { asked: price(4003), sent: { low: 5, high: 'dear' }, told: [fault('high', 'dear')] },
  ];

  test('is done where that is empty, and changes nothing where it is not', async () => {
    const ask = mockOf(session);
    expect(await ask(price(4004), { low: 'free', high: 22 })).toEqual([200, [fault('low', 'free')]]);
    expect(await ask('GET /v1/listings/item-4004')).toEqual([200, items[3]]);
    expect(await ask(price(4004), { low: 6, high: 22 })).toEqual([200, []]);
    expect(await ask('GET /v1/listings/item-4004')).toEqual([200, { ...items[3], low: 6, high: 22 }]);
  });

  test('is no refusal where the list holds the record', async () => {
    const ask = mockOf([
      ...session.slice(0, 3),
      { asked: price(4003), sent: { low: 8, high: 21 }, told: [{ ...items[2], low: 8, high: 21 }] },
    ]);
    expect(await ask('GET /v1/listings/item-4003')).toEqual([200, items[2]]);
    const [status] = (await ask(price(4004), { low: 6, high: 22 })) as [number];
    expect(status).toBe(200);
  });
});

test('a path of another version, or with a slash at its end, is refused like any path that is unknown', async () => {
  const told = { error: 'There is no such page.' };
  const refused = ['GET /v2/listings', 'GET /v1/listings/'].map((asked) => ({ asked, status: 404, told }));
  const ask = learnedFrom(refused);
  for (const asked of ['GET /v3/strategies', 'GET /v1/strategies/', 'GET /v1/nothing'])
    expect(await ask(asked), asked).toEqual([404, told]);
  const recording = recordingOf([...accepted, ...refused]);
  expect(learnProfile([{ name: 'session', recording }]).about?.join(' ')).not.toContain('Nothing explains');
});

test('a code that nothing explains is one that was seen, and no word is made up', async () => {
  const codes = ['key_missing', 'key_invalid'];
  const ask = learnedFrom(
    codes.map((code) => ({ asked: 'GET /v1/strategies', status: 401, told: { error: { code } } })),
  );
  const [, body] = (await ask('GET /v1/strategies', undefined, undefined, { 'X-API-KEY': 'wrong' })) as [
    number,
    { error: { code: string } },
  ];
  expect(codes).toContain(body.error.code);
});

test('a code that several refusals tell is not made anew for each', async () => {
  const refusal = (asked: string, code: string, message: string): Said => ({
    asked: `GET /v1/listings?${asked}`,
    status: 400,
    told: { code, message },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings?sort=low', told: { items } },
    { asked: 'GET /v1/listings?sort=low.desc', told: { items: items.toReversed() } },
    refusal('sort=colour.desc', '42703', 'There is no column colour'),
    refusal('sort=weight', 'GW100', 'Cannot sort'),
    refusal('weight=3', '42703', 'There is no column weight'),
    refusal('size=9', '22P02', 'Cannot read it'),
  ]);
  for (const asked of ['sort=depth.desc', 'sort=width', 'sort=low.up']) {
    const [, told] = (await ask(`GET /v1/listings?${asked}`)) as [number, { code: string }];
    expect(['42703', 'GW100'], asked).toContain(told.code);
  }
});

test('one bound beyond the stored one is refused as two that cross are, where only those were seen', async () => {
  const crossed = (low: number, high: number) => ({
    field: 'low',
    error: `low ${low} is above high ${high}`,
  });
  const ask = learnedFrom([
    { asked: price(4003), sent: { low: 30, high: 29 }, status: 409, told: crossed(30, 29) },
    { asked: price(4001), sent: { low: 8, high: 7.5 }, status: 409, told: crossed(8, 7.5) },
  ]);
  expect(await ask(price(4004), { high: 12 })).toEqual([409, crossed(13, 12)]);
  expect(await ask(price(4004), { low: 27 })).toEqual([409, crossed(27, 26)]);
});

test('null for a bound leaves it as it was, where what was told is that the other one crosses it', async () => {
  const crossed = { error: 'crossed', text: 'low must not be above high' };
  const ask = learnedFrom([
    { asked: price(4001), sent: { low: 41, high: 90 }, told: { ...items[0], low: 41, high: 90 } },
    { asked: price(4001), sent: { low: 3, high: 30 }, told: { ...items[0], low: 3, high: 30 } },
    { asked: price(4002), sent: { low: 40, high: 31 }, status: 409, told: crossed },
    { asked: price(4003), sent: { low: null, high: 11 }, status: 409, told: crossed },
    { asked: 'GET /v1/listings', told: { items: [{ ...items[0], low: 3, high: 30 }, ...items.slice(1)] } },
  ]);
  expect(await ask(price(4004), { low: 14, high: null })).toMatchObject([200, { low: 14 }]);
  expect(await ask(price(4004), { low: null, high: 9 })).toEqual([409, crossed]);
});

test('that one of two amounts is to blame whose path stands in the sentence', async () => {
  const offer = (number: number, low = 5 + number, high = 60 + number) => ({
    id: `item-${4000 + number}`,
    low: { value: low },
    high: { value: high },
  });
  const far = { error: 'high.value: must be less than or equal to 5000' };
  const ask = mockOf([
    { asked: 'GET /v1/listings', told: { items: [1, 2, 3, 4].map((number) => offer(number)) } },
    { asked: price(4001), sent: { low: { value: 8 }, high: { value: 70 } }, told: offer(1, 8, 70) },
    { asked: price(4002), sent: { low: { value: 9 }, high: { value: 71 } }, told: offer(2, 9, 71) },
    { asked: price(4003), sent: { low: { value: 7 }, high: { value: 75_000 } }, status: 400, told: far },
  ]);
  expect(await ask(price(4004), { low: { value: 6 }, high: { value: 80 } })).toEqual([200, offer(4, 6, 80)]);
  expect(await ask(price(4004), { low: { value: 10 }, high: { value: 82_000 } })).toEqual([400, far]);
});

test('who takes one amount as a number and as a text takes the other one so', async () => {
  const offer = (number: number, low: string, high: string) => ({
    id: `item-${4000 + number}`,
    low: { value: low },
    high: { value: high },
  });
  const all = [1, 2, 3, 4].map((number) => offer(number, `${number}.50`, `${number + 60}.50`));
  const ask = mockOf([
    { asked: 'GET /v1/listings', told: { items: all } },
    {
      asked: price(4001),
      sent: { low: { value: '3.00' }, high: { value: '70.00' } },
      told: offer(1, '3.00', '70.00'),
    },
    {
      asked: price(4002),
      sent: { low: { value: 4.5 }, high: { value: '71.00' } },
      told: offer(2, '4.50', '71.00'),
    },
    {
      asked: price(4003),
      sent: { low: { value: '5.00' }, high: { value: true } },
      status: 422,
      told: { error: 'high.value must be a text' },
    },
  ]);
  expect(await ask(price(4004), { low: { value: '6.00' }, high: { value: 80.25 } })).toEqual([
    200,
    offer(4, '6.00', '80.25'),
  ]);
});

test('a direction that is none is refused in other words than a leaf that is none', async () => {
  const unknown = (name: string) => ({ error: `There is no ${name} to sort by` });
  const odd = (word: string) => ({ error: `Neither up nor down: ${word}` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings?sort=low:up', told: { items } },
    { asked: 'GET /v1/listings?sort=low:down', told: { items: items.toReversed() } },
    { asked: 'GET /v1/listings?sort=colour:down', status: 400, told: unknown('colour') },
    { asked: 'GET /v1/listings?sort=high:sideways', status: 422, told: odd('sideways') },
  ]);
  expect(await ask('GET /v1/listings?sort=weight:up')).toEqual([400, unknown('weight')]);
  expect(await ask('GET /v1/listings?sort=low:along')).toEqual([422, odd('along')]);
});

test('a member that tells the name of an unknown sort alone tells it without the sign that turns it', async () => {
  const unknown = (name: string) => ({ error: `Field ${name} is unknown`, name });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings?sort=low', told: { items } },
    { asked: 'GET /v1/listings?sort=-low', told: { items: items.toReversed() } },
    { asked: 'GET /v1/listings?sort=colour', status: 400, told: unknown('colour') },
  ]);
  expect(await ask('GET /v1/listings?sort=-weight')).toEqual([400, unknown('weight')]);
  expect(await ask('GET /v1/listings?sort=size')).toEqual([400, unknown('size')]);
});

test('a word that a sentence takes from the request is taken from there wherever it stands alone', async () => {
  const unknown = (key: string, more: object = { source: 'body' }) => ({
    error: `Invalid key ${key}`,
    details: { key, path: key, ...more },
  });
  const inQuery = (param: string) => unknown('colour', { source: 'query', param });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings?sort=low', told: { items } },
    { asked: 'GET /v1/listings?sort=-low', told: { items: items.toReversed() } },
    { asked: 'GET /v1/listings?sort=colour', status: 400, told: inQuery('sort') },
    { asked: 'GET /v1/listings?fields=colour', status: 400, told: inQuery('fields') },
    { asked: price(4001), sent: { low: 5, colour: 'red' }, status: 400, told: unknown('colour') },
  ]);
  expect(await ask(price(4002), { low: 6, size: 4 })).toEqual([400, unknown('size')]);
});

test('what is said of 0 is a limit, and no other number', async () => {
  const told = (value: number) => ({ error: `low: ${value.toFixed(2)} must be above 0.00` });
  const ask = learnedFrom([{ asked: price(4003), sent: { low: 0 }, status: 400, told: told(0) }]);
  expect(await ask(price(4003), { low: -2.5 })).toEqual([400, told(-2.5)]);
});

describe('a record that may not be changed', () => {
  const states = ['open', 'open', 'closed', 'closed', 'open', 'closed'];
  const stated = [...items, item(4005, 15, 30, 'rule-901'), item(4006, 16, 32, 'rule-902')].map(
    (one, at) => ({
      ...one,
      state: states[at],
    }),
  );
  const closed = (number: number) => ({ error: `Thing ${number} is closed` });
  const crossed = { error: 'low is above high' };
  const ask = mockOf([
    { asked: 'GET /v1/listings', told: { items: stated } },
    { asked: price(4001), sent: { low: 14.5, high: 21 }, told: { ...stated[0], low: 14.5, high: 21 } },
    { asked: price(4002), sent: { low: 7.25, high: 30 }, told: { ...stated[1], low: 7.25, high: 30 } },
    { asked: price(4003), sent: { low: 13, high: 25 }, status: 409, told: closed(4003) },
    { asked: price(4004), sent: { low: 14, high: 27 }, status: 409, told: closed(4004) },
    // Whatever else is wrong with it.
    { asked: price(4003), sent: { low: 'cheap', high: 25 }, status: 409, told: closed(4003) },
    { asked: price(4004), sent: { low: 30, high: 20 }, status: 409, told: closed(4004) },
    { asked: price(4001), sent: { low: 30, high: 20 }, status: 400, told: crossed },
  ]);

  test('is refused for that before anything else', async () => {
    for (const sent of [
      { low: 40, high: 30 },
      { low: 'dear', high: 30 },
      { low: 20, high: 30 },
    ])
      expect(await ask(price(4006), sent)).toEqual([409, closed(4006)]);
  });

  test('tells nothing of what is wrong with writes of others', async () => {
    expect(await ask(price(4005), { low: 40, high: 30 })).toEqual([400, crossed]);
    expect(await ask(price(4005), { low: 'dear', high: 30 })).not.toEqual([409, closed(4005)]);
  });
});

test('an upper bound of 0 is none, so that no lower one lies above it', async () => {
  const open = { ...item(4005, 3, 0, 'rule-901') };
  const crossed = (low: number, high: number) => ({ error: `low ${low} is above high ${high}` });
  const ask = mockOf([
    { asked: 'GET /v1/listings', told: { items: [...items, open] } },
    ...accepted.slice(1),
    { asked: price(4005), sent: { low: 4 }, told: { ...open, low: 4 } },
    { asked: price(4005), sent: { low: 5 }, told: { ...open, low: 5 } },
    { asked: price(4003), sent: { low: 30, high: 29 }, status: 409, told: crossed(30, 29) },
    { asked: price(4001), sent: { low: 8, high: 7.5 }, status: 409, told: crossed(8, 7.5) },
  ]);
  expect(await ask(price(4004), { low: 19, high: 17 })).toEqual([409, crossed(19, 17)]);
  expect(await ask(price(4004), { low: 16 })).toEqual([200, { ...items[3], low: 16 }]);
  expect(await ask(price(4005), { low: 99 })).toEqual([200, { ...open, low: 99 }]);
});

test('one refusal is enough where its sentence tells the state that is to blame', async () => {
  const stated = (number: number, state: string) => ({
    ...item(number, number - 4000, number - 3900, 'rule-901'),
    state,
    shelf: number % 2 === 0 ? 'left' : 'right',
  });
  const all = [
    stated(4101, 'open'),
    stated(4102, 'open'),
    stated(4103, 'closed'),
    stated(4104, 'paused'),
    stated(4106, 'closed'),
    stated(4108, 'open'),
  ];
  const refusal = (number: number) => ({ fault: `item-${number} can not be changed (state closed)` });
  const set = (number: number, state: string): Said => ({
    asked: price(number),
    sent: { low: 7, high: 70 },
    told: { ...stated(number, state), low: 7, high: 70 },
  });
  const ask = mockOf([
    { asked: 'GET /v1/listings', told: { items: all } },
    set(4101, 'open'),
    set(4102, 'open'),
    set(4104, 'paused'),
    { asked: price(4103), sent: { low: 7, high: 70 }, status: 400, told: refusal(4103) },
  ]);
  expect(await ask(price(4106), { low: 3, high: 30 })).toEqual([400, refusal(4106)]);
  expect(await ask(price(4108), { low: 3, high: 30 })).toEqual([
    200,
    { ...stated(4108, 'open'), low: 3, high: 30 },
  ]);
});

test('the status that a body tells is no number of the record that is the same by chance', async () => {
  const weighed = (number: number, grams: number) => ({ id: `item-${number}`, low: 5, high: 50, grams });
  const broken = (number: number) => ({ status: 400, path: `/v1/listings/item-${number}/price` });
  const ask = mockOf([
    { asked: 'GET /v1/listings', told: { items: [weighed(4101, 400), weighed(4102, 730)] } },
    { asked: price(4102), sent: { low: 7, high: 70 }, told: { ...weighed(4102, 730), low: 7, high: 70 } },
    { asked: price(4101), sent: '{"low": 7', status: 400, told: broken(4101) },
  ]);
  expect(await ask(price(4102), '{"low": ')).toEqual([400, broken(4102)]);
});

describe('fields that the service does not know, told in other words inside an object than beside it', () => {
  const thing = (at: number) => ({ id: `t-${at + 30}`, low: at + 2, high: at * 2 + 9 });
  const things = Array.from({ length: 6 }, (_, at) => thing(at));
  const write = (at: number) => `PATCH /v1/listings/t-${at + 30}/price`;
  const whole = { wrong: 'This is no such body.' };
  const inside = (...names: readonly string[]) => ({
    fields: Object.fromEntries(names.map((name) => [name, `There is no ${name}.`])),
  });
  const ask = mockOf([
    { asked: 'GET /v1/listings', told: { things } },
    { asked: write(0), sent: { set: { low: 4, high: 40 } }, told: { ...thing(0), low: 4, high: 40 } },
    { asked: write(1), sent: { set: { low: 5, high: 50 } }, told: { ...thing(1), low: 5, high: 50 } },
    { asked: write(2), sent: { set: { low: 5, colour: 'red' } }, status: 400, told: inside('colour') },
    { asked: write(2), sent: { least: 5 }, status: 400, told: whole },
  ]);

  test.each([
    [{ set: { high: 7, weight: 3 } }, inside('weight')],
    [{ price: 5 }, whole],
    [{ least: 9 }, whole],
    [{ set: { low: 3, colour: 'blue' } }, inside('colour')],
  ])('are told as others at the same place were: %j', async (sent, told) => {
    expect(await ask(write(3), sent)).toEqual([400, told]);
  });
});
