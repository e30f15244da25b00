// Single requests: the poll that finds a starting server's first answer, the look at an answer before a load, and
// requests at an even pace.

import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const startDeadline = 60_000;

/** Sends one request, on a connection of its own unless there is an agent. */
export function ask(url, { method = 'GET', headers = {}, body, agent = false } = {}) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, (answer) => {
      const pieces = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.once('error', reject);
      answer.once('end', () => resolve({ status: answer.statusCode, body: Buffer.concat(pieces) }));
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** Like `ask`, but anything but a 200 with JSON in it is an error. */
export async function askJson(server, path, { method, body } = {}) {
  const headers = { ...server.headers, ...(body && { 'content-type': 'application/json' }) };
  const answer = await ask(server.url + path, { method, headers, body });
  if (answer.status !== 200) {
    throw new Error(`${server.name}: ${method ?? 'GET'} ${path} gave ${answer.status}: ${answer.body}`);
  }
  return JSON.parse(answer.body.toString());
}

/**
 * Asks at an even pace, whether answers come or not, on kept connections: autocannon would send all of a second's
 * requests at its start, and so measure itself.
 * @returns the milliseconds from request to whole answer, ascending
 */
export async function askEvenly(server, nextPath, { rate, seconds, connections }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times = [];
  const timeOne = async () => {
    const start = performance.now();
    const { status } = await ask(server.url + nextPath(), { headers: server.headers, agent });
    if (status !== 200) throw new Error(`${server.name}: status ${status}`);
    times.push(performance.now() - start);
  };
  const asked = [];
  const began = performance.now();
  while (asked.length < rate * seconds) {
    const due = Math.min(((performance.now() - began) / 1000) * rate, rate * seconds);
    while (asked.length < due) {
      const one = timeOne();
      one.catch(() => undefined); // is seen below
      asked.push(one);
    }
    await sleep(1);
  }
  await Promise.all(asked);
  agent.destroy();
  return times.sort((a, b) => a - b);
}

/**
 * Asks until a 200 comes and tells when it came. The pause of 1 ms bounds the error of every start time; it is the
 * same for all servers.
 * @param gone returns why the server's process ended, or null while it runs
 */
export async function firstAnswer(url, headers, gone) {
  const giveUpAt = performance.now() + startDeadline;
  let last = 'no connection';
  while (performance.now() < giveUpAt) {
    if (gone() !== null) throw new Error(`ended before its first answer (${gone()})`);
    try {
      const { status } = await ask(url, { headers });
      if (status === 200) return performance.now();
      last = `status ${status}`;
    } catch (error) {
      last = error.code ?? error.message;
    }
    await sleep(1);
  }
  throw new Error(`no 200 within ${startDeadline / 1000} s (last: ${last})`);
}
