// What follows from a thing alone is worked out once, and kept as long as the thing itself.

/** The same function, which remembers what it made of each thing; things that it works on do not change. */
export function onceFor<Thing extends object, Made extends object>(
  make: (thing: Thing) => Made,
): (thing: Thing) => Made {
  const known = new WeakMap<Thing, Made>();
  return (thing) => {
    let made = known.get(thing);
    if (made === undefined) known.set(thing, (made = make(thing)));
    return made;
  };
}
