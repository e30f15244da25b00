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

const refusal = (code, param) => ({
  error: {
    code,
    message: `${param} is not right.`,
    param,
    doc_url: `https://docs.example.com/errors/${code}`,
  },
});

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

/** A listing with what most services have, of about 500 bytes. */
function smallListing(number, at, bounds = {}) {
  const floor = 10 + ((number * 37) % 9000) / 100;
  return {
    id: `lst_${String(100_000 + number * 7)}`,
    title: `Thing ${number} of ${number % 12 === 0 ? 'many' : 'some'}`,
    summary: `${'A thing that is sold in a shop, and of which there are more in a store. '.repeat(3)}(${number})`,
    state: number % 9 === 0 ? 'paused' : 'active',
    stock: (number * 13) % 241,
    price: { floor, ceiling: Number((floor * 1.5).toFixed(2)), currency: 'EUR', ...bounds },
    strategy_id: `str_${100 + (number % 6)}`,
    updated_at: timeOf(at),
  };
}

function strategiesAnswer() {
  const data = [0, 1, 2, 3, 4, 5].map((at) => ({ id: `str_${100 + at}`, name: `Plan ${at}`, step: at * 5 }));
  return { data, page: { number: 1, size: 50, total: 6 } };
}

/**
 * Writes the recording of a program that runs for hours: 13,000 interactions have about 18 MB. It walks pages of 5, reads,
 * writes and reads again, polls reports and makes mistakes.
 */
export async function writeLongSession(bin, file, amount) {
  const written = new Map();
  const known = 300;
  const body = (number) =>
    smallListing(number, (written.get(number)?.at ?? -3600) * 1, written.get(number)?.bounds);
  const one = (number) => {
    const turn = number % 20;
    const which = (number * 7) % known;
    const path = `/v1/listings/${body(which).id}`;
    if (turn === 0) {
      const page = 1 + ((number / 20) % (known / 5));
      const data = Array.from({ length: 5 }, (_, at) => body((page - 1) * 5 + at));
      const answer = { data, page: { number: page, size: 5, total: known } };
      return exchange(number, 'GET', '/v1/listings', 200, answer, { query: `page=${page}&size=5` });
    }
    if (turn === 1) return exchange(number, 'GET', '/v1/strategies', 200, strategiesAnswer());
    if (turn % 5 === 2) {
      const bounds = { floor: 20 + (number % 50), ceiling: 90.5 + (number % 9) };
      written.set(which, { at: number, bounds });
      return exchange(number, 'PATCH', `${path}/price`, 200, body(which), { json: bounds });
    }
    if (turn % 5 === 3) {
      const before = `/v1/listings/${body(((number - 1) * 7) % known).id}`;
      return exchange(number, 'GET', before, 200, body(((number - 1) * 7) % known));
    }
    if (turn === 18 || turn === 19) {
      return turn === 18
        ? exchange(number, 'PATCH', `${path}/price`, 400, refusal('invalid_request', 'floor'), {
            json: { floor: -1, ceiling: 5 },
          })
        : exchange(
            number,
            'GET',
            `/v1/listings/lst_${String(900_000 + (number % 40))}`,
            404,
            refusal('not_found', 'id'),
          );
    }
    return exchange(number, 'GET', path, 200, body(which));
  };
  await writeInteractions(
    bin,
    file,
    Array.from({ length: amount }, (_, number) => one(number)),
  );
}

/** Writes the recording of a walk through so many pages of 50 listings. */
export async function writePages(bin, file, pages) {
  const total = pages * 50;
  const one = (number) => {
    const data = Array.from({ length: 50 }, (_, at) => smallListing(number * 50 + at, -3600));
    const answer = { data, page: { number: number + 1, size: 50, total } };
    return exchange(number, 'GET', '/v1/listings', 200, answer, { query: `page=${number + 1}&size=50` });
  };
  await writeInteractions(
    bin,
    file,
    Array.from({ length: pages }, (_, number) => one(number)),
  );
}

async function writeInteractions(bin, file, interactions) {
  const { recordingPieces } = await fromBuild(bin, 'recording/file/print.js');
  const head = { format: 'pricing-mock-recording', version: 1, upstream: 'https://api.example.com' };
  await pipeline(Readable.from(batches(recordingPieces({ ...head, interactions }))), createWriteStream(file));
}
