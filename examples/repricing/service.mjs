// A small client of the Pricing Automation Service, for Node and browsers: pages, retries, report files. It knows
// nothing of the mock. Paging, Retry-After and the fields of report runs are assumptions of the mock (A4, A19, A23).

/** A no that another attempt would not turn into a yes. */
export class ServiceError extends Error {
  constructor(status, { code, message, param } = {}) {
    super(message ?? `The service answered ${status}.`);
    Object.assign(this, { name: 'ServiceError', status, code, param });
  }
}

const realTime = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));

/**
 * @param pause milliseconds between requests: 250 keep a program within 5 a second and 300 a minute
 * @param sleep waits so many milliseconds; a test may let the mock's clock do it
 * @param onWait told of each wait for another attempt, and why
 */
export function createService({
  url,
  key,
  pause = 250,
  attempts = 5,
  sleep = realTime,
  onWait = () => undefined,
}) {
  async function send(method, path, body) {
    for (let attempt = 1; ; attempt += 1) {
      await sleep(pause);
      const answer = await ask(method, path, body).catch((error) => ({ error }));
      if (answer.status < 400) return answer.body;
      const wait = waitAfter(answer, attempt);
      if (wait === undefined || attempt === attempts) {
        throw answer.error ?? new ServiceError(answer.status, answer.body.error);
      }
      onWait({ milliseconds: wait, status: answer.status, attempt });
      await sleep(wait);
    }
  }

  async function ask(method, path, body) {
    const headers = { 'X-API-KEY': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    const retryAfter = response.headers.get('Retry-After');
    return { status: response.status, retryAfter, body: await response.json() };
  }

  const reports = async () => (await send('GET', '/v1/reports')).data;

  return {
    /** All listings, page by page. */
    async *listings(pageSize = 20) {
      for (let after = ''; ;) {
        const page = await send('GET', `/v1/listings?limit=${pageSize}${after}`);
        yield* page.data;
        if (!page.has_more) return;
        after = `&starting_after=${page.data.at(-1).id}`;
      }
    },

    /** @returns the updated listing */
    setPrice: (id, bounds) => send('PATCH', `/v1/listings/${id}/price`, bounds),

    /** The report runs, newest first. */
    reports,

    /** Waits for the newest report run to end. @returns its file as text */
    async newestReport() {
      for (;;) {
        const [run] = await reports();
        if (run.status === 'completed') return download(run.downloadLinks[0].url);
        if (run.status !== 'queued' && run.status !== 'running')
          throw new Error(`The report is ${run.status}.`);
        await sleep(10_000);
      }
    },
  };
}

/** Links are signed: they need no key, and must not be given one. */
async function download(link) {
  const response = await fetch(link);
  if (!response.ok) throw new ServiceError(response.status);
  return response.text();
}

/** Milliseconds; undefined where there is no point in another attempt. Each request here may safely arrive twice. */
function waitAfter({ error, status, retryAfter }, attempt) {
  if (status === 429) return 1000 * Number(retryAfter ?? 1);
  if (error !== undefined || status >= 500) return 500 * 2 ** (attempt - 1);
  return undefined;
}
