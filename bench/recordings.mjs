// Recordings to replay, made without recording: a listing behind each path, 2 to 3 KB a piece in the file.

import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { listingPath } from './traffic.mjs';

const began = Date.parse('2026-03-01T08:00:00.000Z');

/** A listing as compact JSON, of about 1 KB. */
export function listingText(id) {
  return `{"id":"${id}",${sameForAll}`;
}

const sameForAll = JSON.stringify({
  sku: 'A-1027-XL-BLUE',
  asin: 'B0C1234567',
  marketplace: 'amazon.de',
  title: 'Wanderrucksack 45 l, wasserdicht, mit Regenhülle und Trinksystem',
  currency: 'EUR',
  currentPrice: 89.9,
  minPrice: 74.5,
  maxPrice: 119,
  costPrice: 48.25,
  shippingPrice: 4.99,
  stock: 132,
  status: 'active',
  strategyId: 'str_0007',
  buyBox: { owned: true, price: 88.49, sellerCount: 7, updatedAt: '2026-03-01T07:58:12.000Z' },
  competitors: [
    { seller: 'Bergfreunde Shop', price: 88.49, shipping: 0, rating: 4.8 },
    { seller: 'Outdoor-Müller', price: 91, shipping: 4.5, rating: 4.6 },
    { seller: 'trail & peak', price: 93.95, shipping: 0, rating: 4.9 },
  ],
  tags: ['outdoor', 'spring', 'bestseller'],
  createdAt: '2025-09-14T10:11:12.000Z',
  updatedAt: '2026-03-01T07:59:00.000Z',
}).slice(1);

function interaction(number) {
  const path = listingPath(number);
  const body = JSON.parse(listingText(path.slice(path.lastIndexOf('/') + 1)));
  return {
    id: `${number + 1}-get-listing`,
    at: new Date(began + number * 40).toISOString(),
    milliseconds: 12 + (number % 30),
    request: {
      method: 'GET',
      path,
      query: '',
      headers: [
        ['Accept', 'application/json'],
        ['User-Agent', 'bench'],
      ],
      body: null,
    },
    response: {
      status: 200,
      reason: 'OK',
      headers: [
        ['Content-Type', 'application/json; charset=utf-8'],
        ['Content-Length', String(Buffer.byteLength(JSON.stringify(body)))],
        ['Date', new Date(began + number * 40).toUTCString()],
      ],
      body: { json: body },
    },
  };
}

/** Writes a recording of so many listings, by the measured program's own printer. */
export async function writeRecording(bin, file, amount) {
  const { recordingPieces } = await fromBuild(bin, 'recording/file/print.js');
  const { formatName, formatVersion } = await fromBuild(bin, 'recording/format.js');
  // Not a list: 100,000 interactions at once would be the largest thing in the bench.
  const interactions = {
    length: amount,
    *[Symbol.iterator]() {
      for (let number = 0; number < amount; number += 1) yield interaction(number);
    },
  };
  const recording = {
    format: formatName,
    version: formatVersion,
    upstream: 'https://api.example.com',
    interactions,
  };
  await pipeline(Readable.from(batches(recordingPieces(recording))), createWriteStream(file));
}

/** A module of the build that is measured. */
export function fromBuild(bin, module) {
  return import(pathToFileURL(join(dirname(bin), module)).href);
}

function* batches(pieces) {
  let batch = '';
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < 1_000_000) continue;
    yield batch;
    batch = '';
  }
  yield batch;
}

/** Writes a recorded session of so many interactions, of all the kinds that a client causes. */
export async function writeSession(bin, file, amount) {
  const { printRecording } = await fromBuild(bin, 'recording/file/print.js');
  const interactions = Array.from({ length: amount }, (_, number) => sessionInteraction(number));
  const head = { format: 'pricing-mock-recording', version: 1, upstream: 'https://api.example.com' };
  await pipeline(Readable.from([printRecording({ ...head, interactions })]), createWriteStream(file));
}

const listings = 500;
const idOf = (number) => listingPath(number % listings).slice('/v1/listings/'.length);
const listing = (number) => JSON.parse(listingText(idOf(number)));
const refusal = (code, param) => ({
  error: {
    code,
    message: `${param} is not right.`,
    param,
    doc_url: `https://docs.example.com/errors/${code}`,
  },
});

/** In turn a page, reads, a write and what came of it, and what goes wrong. */
function sessionInteraction(number) {
  const turn = number % 20;
  const path = `/v1/listings/${idOf(number)}`;
  const bounds = { minPrice: 60 + (number % 20) + 0.5, maxPrice: 120.25 };
  if (turn === 0) {
    const offset = (number / 20) % 10;
    const data = Array.from({ length: 50 }, (_, at) => listing(offset * 50 + at));
    return exchange(
      number,
      'GET',
      '/v1/listings',
      200,
      { data, has_more: offset < 9, total: listings },
      { query: `offset=${offset * 50}` },
    );
  }
  if (turn === 1)
    return exchange(number, 'GET', '/v1/strategies', 200, {
      data: [{ id: 'str_0007', name: 'Night' }],
      has_more: false,
      total: 1,
    });
  if (turn % 5 === 2) {
    const changed = { ...listing(number), ...bounds, updatedAt: timeOf(number) };
    return exchange(number, 'PATCH', `${path}/price`, 200, changed, { json: bounds });
  }
  if (turn === 18)
    return exchange(number, 'PATCH', `${path}/price`, 400, refusal('invalid_request', 'minPrice'), {
      json: { minPrice: -1 },
    });
  if (turn === 19) {
    return number % 40 === 19
      ? exchange(number, 'GET', '/v1/listings/nothing', 404, refusal('not_found', 'id'))
      : exchange(number, 'GET', path, 429, refusal('rate_limited', 'rate'));
  }
  return exchange(number, 'GET', path, 200, listing(number));
}

const timeOf = (number) => new Date(began + number * 240).toISOString();

function exchange(number, method, path, status, body, { query = '', json } = {}) {
  return {
    id: `${number + 1}-${method.toLowerCase()}`,
    at: timeOf(number),
    milliseconds: 12,
    request: {
      method,
      path,
      query,
      headers: json === undefined ? [] : [['Content-Type', 'application/json']],
      body: json === undefined ? null : { json },
    },
    response: {
      status,
      reason: '',
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Request-Id', `req_${String(number).padStart(8, '0')}`],
      ],
      body: { json: body },
    },
  };
}
