/** Is a value an object with fields, and neither null nor a list? */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a field; undefined for an inherited one, such as `constructor`. */
export const ownValue = <T>(object: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Freezes plain data, with all that it contains. */
export function freezeDeeply(value: unknown): void {
  // A primitive value is frozen, too. An array of bytes can't be.
  if (Object.isFrozen(value) || ArrayBuffer.isView(value)) return;
  for (const inner of Object.values(Object.freeze(value) as object)) freezeDeeply(inner);
}

/** A copy of an object that inherits nothing: a field that it lacks is undefined, also one called `constructor`. */
export const withoutPrototype = (object: object): Record<string, unknown> =>
  Object.assign(Object.create(null), object);

/** The same for each object in plain data. */
export function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, withoutPrototypes(one)]);
  return withoutPrototype(Object.fromEntries(entries));
}
