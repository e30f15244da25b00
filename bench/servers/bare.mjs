// The yardstick: the least that `node:http` can do for the same answer. One process does one thing, so that no
// routing is in it.
//
//   node bare.mjs <port> bytes <file>   answers the file's bytes, held in memory
//   node bare.mjs <port> json <file>    parses the file once, then JSON.stringify for every request
//   node bare.mjs <port> echo           reads each request's body, JSON.parse, answers JSON.stringify of it
//   node bare.mjs <port> update <file>  the same, but puts it into the listing of the path and answers JSON.stringify of that

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const tasks = {
  bytes(file) {
    const bytes = readFileSync(file);
    return (_request, response) => send(response, bytes);
  },
  json(file) {
    const records = JSON.parse(readFileSync(file, 'utf8'));
    return (_request, response) => send(response, JSON.stringify(records));
  },
  echo: () => reading((fields) => fields),
  update: (file) => reading(updating(file)),
};

/** What puts fields into the listing that a path names, of the page of listings in a file. */
export function updating(file) {
  const { data } = JSON.parse(readFileSync(file, 'utf8'));
  const listings = new Map(data.map((listing) => [listing.id, listing]));
  return (fields, path) => {
    const [, , , id] = path.split('/');
    const updated = { ...listings.get(id), ...fields, updatedAt: new Date().toISOString() };
    listings.set(id, updated);
    return updated;
  };
}

/** Answers with what `use` makes of the fields of a request's body. */
function reading(use) {
  return (request, response) => {
    const pieces = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      send(response, JSON.stringify(use(body === '' ? {} : JSON.parse(body), request.url)));
    });
  };
}

function send(response, body) {
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** The plan to launch this very file; see `processes.mjs`. */
export function bare(task, file) {
  return {
    name: `bare node:http (${task})`,
    script: fileURLToPath(import.meta.url),
    args: (port) => [String(port), task, ...(file ? [file] : [])],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [port, task, file] = process.argv.slice(2);
  createServer(tasks[task](file)).listen(Number(port), '127.0.0.1');
}
