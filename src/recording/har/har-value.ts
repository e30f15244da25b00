// Reading a HAR, which another program wrote: every refusal names the place.

/** A HAR that cannot be read; the message names the place. */
export class HarError extends Error {
  override readonly name = 'HarError';
}

/** A value and where it stands, for messages such as `log.entries[3].response.status must be a number`. */
export class HarValue {
  readonly path: string;
  readonly #value: unknown;

  constructor(value: unknown, path: string) {
    this.#value = value;
    this.path = path;
  }

  at(key: string): HarValue {
    const value = this.#value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.fail('must be an object');
    const item = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    return new HarValue(item, this.path === '' ? key : `${this.path}.${key}`);
  }

  /** Undefined where there is nothing, or null. */
  optional(key: string): HarValue | undefined {
    const place = this.at(key);
    return place.#value === undefined || place.#value === null ? undefined : place;
  }

  items(): HarValue[] {
    if (!Array.isArray(this.#value)) this.fail('must be an array');
    return this.#value.map((item: unknown, at) => new HarValue(item, `${this.path}[${at}]`));
  }

  text(): string {
    return typeof this.#value === 'string' ? this.#value : this.fail('must be a string');
  }

  number(): number {
    return typeof this.#value === 'number' ? this.#value : this.fail('must be a number');
  }

  integer(lowest: number): number {
    const number = this.number();
    return Number.isInteger(number) && number >= lowest
      ? number
      : this.fail(`must be an integer from ${lowest}`);
  }

  /** In milliseconds since 1970. */
  time(): number {
    const time = Date.parse(this.text());
    return Number.isNaN(time) ? this.fail('must be a date in ISO 8601') : time;
  }

  fail(rule: string): never {
    throw new HarError(`${this.path === '' ? 'the HAR' : this.path} ${rule}`);
  }
}
