// What the request logs of all worlds share: the numbers of requests over all worlds, the room for the answers that are kept,
// and who is told of a request.
import type { LoggedRequest } from './logged-request.ts';
import { News } from './news.ts';

/**
 * So many answers are kept, and so many bytes of them, over all worlds; the oldest go first. What is kept outlives the collection
 * of young objects, which costs each request time: with 4 MB a GET of 50 listings took 60 % more than with none, with 2 MB 14 %;
 * with 10,000 answers a GET of one listing took 10 % more.
 */
const mostAnswers = 1000;
const mostBytes = 2 * 2 ** 20;

export class Traffic {
  readonly news = new News();
  /** Whether answers are kept (`--keep-answers`). */
  readonly keepsAnswers: boolean;
  /** How many requests there have been, over all worlds. */
  #requests = 0;
  /** A ring of the requests whose answers are kept. */
  readonly #kept: (LoggedRequest | undefined)[] = [];
  #oldest = 0;
  #next = 0;
  #bytes = 0;

  constructor(keepsAnswers: boolean) {
    this.keepsAnswers = keepsAnswers;
  }

  /** How many requests there have been, over all worlds. */
  get requests(): number {
    return this.#requests;
  }

  /** The number of a new request over all worlds. */
  nextSerial(): number {
    return (this.#requests += 1);
  }

  /** Makes room for the answer of a request: those that were kept for the longest time are forgotten. */
  keepAnswer(request: LoggedRequest): void {
    const at = this.#next % mostAnswers;
    if (this.#next - this.#oldest === mostAnswers) this.#forgetOldest();
    this.#kept[at] = request;
    this.#next += 1;
    this.#bytes += request.answerBytes;
    while (this.#bytes > mostBytes) this.#forgetOldest();
  }

  #forgetOldest(): void {
    const at = this.#oldest % mostAnswers;
    const request = this.#kept[at]!;
    this.#kept[at] = undefined;
    this.#oldest += 1;
    this.#bytes -= request.answerBytes;
    request.forgetAnswer();
  }
}
