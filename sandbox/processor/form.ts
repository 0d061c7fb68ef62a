/** A value as bracketed form keys spell it: `a[b][0]=x`. */
export type Value = string | Value[] | { [key: string]: Value };
export type Form = { [key: string]: Value };

function put(target: Form, path: string[], value: string): void {
  let at = target;
  path.forEach((key, n) => {
    // Keys that name what every object has would reach into the program instead of the form.
    if (key === "__proto__" || key === "constructor" || key === "prototype") return;
    if (n === path.length - 1) {
      at[key] = value;
      return;
    }
    const next = at[key];
    const inner: Form = typeof next === "object" && !Array.isArray(next) ? next : {};
    at[key] = inner;
    at = inner;
  });
}

/** Objects whose keys are 0, 1, 2 … are lists. */
function lists(value: Value): Value {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key, n) => key === `${n}`)) return keys.map((key) => lists(value[key] ?? ""));
  return Object.fromEntries(keys.map((key) => [key, lists(value[key] ?? "")]));
}

/** Form bodies and queries with brackets, as the processor's libraries write them. */
export function unfold(flat: unknown): Form {
  const result: Form = {};
  for (const [name, given] of Object.entries((flat ?? {}) as Record<string, string | string[]>)) {
    const path = name.split(/[[\]]+/).filter((part, n, all) => part !== "" || n < all.length - 1);
    const values = Array.isArray(given) ? given : [given];
    if (name.endsWith("[]")) {
      values.forEach((value, n) => {
        put(result, [...path.filter((part) => part !== ""), `${n}`], value);
      });
    } else put(result, path, values.at(-1) ?? "");
  }
  return lists(result) as Form;
}

export function text(form: Form, key: string): string | undefined {
  const value = form[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function part(form: Form, key: string): Form {
  const value = form[key];
  return typeof value === "object" && !Array.isArray(value) ? value : {};
}

export function texts(form: Form, key: string): string[] {
  const value = form[key];
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

export const isTrue = (form: Form, key: string): boolean => form[key] === "true";

/** Metadata is merged; an empty text takes a key away. */
export function metadata(form: Form, before: Record<string, string> = {}): Record<string, string> {
  const merged: Record<string, string> = { ...before };
  for (const [key, value] of Object.entries(part(form, "metadata"))) {
    if (value === "") delete merged[key];
    else merged[key] = String(value);
  }
  return merged;
}
