// Requests at an even pace, the same for every server: what a request costs is measured under this load.

import { setImmediate } from 'node:timers/promises';
import { Pool } from 'undici';
import { connections } from './load.mjs';

/**
 * Sends `rate` requests a second, evenly, over 32 kept connections, and waits for the answers.
 * An answer that is not a 2xx, or none, spoils the figure, so it is an error and not a number.
 * @param requests in autocannon's shape, sent in turn
 * @returns the server's processor time for one answer in microseconds (null where it can't be read), and whether it kept
 * up: one that falls behind was measured under another load than the one asked for
 */
export async function evenLoad(server, requests, { rate, seconds }) {
  const pool = new Pool(server.url, { connections, pipelining: 1 });
  const amount = Math.round(rate * seconds);
  const answers = { good: 0, bad: [] };
  const open = () => sent - answers.good - answers.bad.length;
  const before = server.cpuSeconds();
  const began = performance.now();
  let sent = 0;
  // Without a pause: a client that sleeps has to be woken by the server, and the server would pay for it.
  while (sent < amount) {
    const due = Math.min(((performance.now() - began) / 1000) * rate, amount);
    for (; sent < due && open() < connections; sent += 1) {
      pool.dispatch(requestAt(requests, sent, server.headers), counting(answers));
    }
    await setImmediate();
  }
  while (open() > 0) await setImmediate();
  const elapsed = (performance.now() - began) / 1000;
  const used = before === null ? null : server.cpuSeconds() - before;
  await pool.close();
  if (answers.bad.length > 0) {
    throw new Error(`${server.name}: ${answers.bad.length} answers were no 2xx (${answers.bad[0]})`);
  }
  return { microsecondsEach: used === null ? null : (used * 1e6) / amount, keptUp: elapsed < 1.1 * seconds };
}

function requestAt(requests, number, shared) {
  const given = requests[number % requests.length];
  const { method, path, headers, body } = given.setupRequest?.(given) ?? given;
  return { method, path, body, headers: { ...shared, ...headers } };
}

function counting(answers) {
  let status;
  return {
    onRequestStart() {},
    onResponseStart(_controller, code) {
      status = code;
    },
    onResponseData() {},
    onResponseEnd() {
      if (status >= 200 && status < 300) answers.good += 1;
      else answers.bad.push(`status ${status}`);
    },
    onResponseError(_controller, error) {
      answers.bad.push(error.message);
    },
  };
}
