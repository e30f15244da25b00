// The names of objects of one kind in one order.
/** The names of several objects in one order: what is new in an object stands behind the name it came after there. */
export class NameOrder {
  /** By name the one behind it; by undefined the first. */
  readonly #next = new Map<string | undefined, string | undefined>();

  /** @param names of one object, in its order */
  add(names: readonly string[]): void {
    let previous: string | undefined;
    for (const name of names) {
      if (!this.#next.has(name)) {
        this.#next.set(name, this.#next.get(previous));
        this.#next.set(previous, name);
      }
      previous = name;
    }
  }

  all(): string[] {
    const names: string[] = [];
    for (let name = this.#next.get(undefined); name !== undefined; name = this.#next.get(name))
      names.push(name);
    return names;
  }
}
