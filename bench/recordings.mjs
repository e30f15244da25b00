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
  const { recordingPieces } = await fromBuild(bin, 'recording/print.js');
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
