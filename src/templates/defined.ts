type Defined<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

/** The members that are not undefined: one that was left out must not overwrite anything. */
export function definedOf<Value extends object>(value: Value): Defined<Value> {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members) as Defined<Value>;
}
