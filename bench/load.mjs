// The load generator; the only importer of autocannon. It runs in the bench's own process.

import autocannon from 'autocannon';

export const connections = 32;

/**
 * Keeps 32 connections busy. Each connection walks through `requests` from the start.
 * An answer that is not a 2xx, or none, spoils the figure, so it is an error and not a number.
 * @param extent seconds; or `{ amount, within }`: so many requests in all, an error if they take more seconds than that
 * @returns answers per second, and the server's processor time for one answer (null where it can't be read)
 */
export async function load(server, requests, extent) {
  const { seconds, amount, within } = typeof extent === 'number' ? { seconds: extent } : extent;
  const run = autocannon({
    url: server.url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    sampleInt: 100, // the run ends on a sample; the default of 1 s would stretch it
    timeout: 10,
    setupClient: withoutBodies,
    requests: requests.map((request) => ({ ...request, headers: { ...server.headers, ...request.headers } })),
  });
  let began;
  let ended;
  let serverBefore;
  run.once('start', () => {
    // Not earlier: the building of hundreds of requests for each connection comes first and is not the server's time.
    began = Date.now();
    serverBefore = server.cpuSeconds();
  });
  run.on('response', () => {
    ended = Date.now(); // a run of some amount ends on a sample, too
  });
  let isLate = false;
  const late =
    amount &&
    setTimeout(() => {
      isLate = true;
      run.stop();
    }, within * 1000);
  const result = await run;
  clearTimeout(late);
  const serverSeconds = serverBefore === null ? null : server.cpuSeconds() - serverBefore;
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0 || result['2xx'] === 0) {
    const codes = JSON.stringify(result.statusCodeStats);
    throw new Error(
      `${server.name}: ${bad} answers under load were no 2xx (${codes}, ${result.errors} errors)`,
    );
  }
  // What a server cuts off by closing its connections is asked for again, and not counted.
  if (isLate) {
    throw new Error(`${server.name}: ${result['2xx']} of ${amount} answers within ${within} s`);
  }
  const elapsed = ((amount === undefined ? result.finish.getTime() : ended) - began) / 1000;
  return {
    perSecond: result['2xx'] / elapsed,
    microsecondsEach: serverSeconds === null ? null : (serverSeconds * 1e6) / result['2xx'],
  };
}

/**
 * autocannon decodes every body to text, though nobody asks for it here. At 50 listings that makes the client slower
 * than any server, and the servers look alike. (The field is not public; were it gone, only the client would be slower.)
 */
function withoutBodies(client) {
  if (client.pipelinedRequests) client.pipelinedRequests.addBody = () => undefined;
}
