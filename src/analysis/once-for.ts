// What follows from one thing alone is worked out once, and kept as long as the thing itself.

/**
 * The same function, which remembers what it made of each thing; things that it works on do not change.
 * @param make gets what else is passed as well, which helps the work and does not change what comes of it
 */
export function onceFor<Thing extends object, Made extends object, Help extends readonly unknown[] = []>(
  make: (thing: Thing, ...help: Help) => Made,
): (thing: Thing, ...help: Help) => Made {
  const known = new WeakMap<Thing, Made>();
  return (thing, ...help) => {
    let made = known.get(thing);
    if (made === undefined) known.set(thing, (made = make(thing, ...help)));
    return made;
  };
}
