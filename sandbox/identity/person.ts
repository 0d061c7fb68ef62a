/** An account at one of the places where people sign in. Nobody in here exists. */
export interface Person {
  /** Name of the provider. */
  provider: string;
  id: string;
  given_name: string;
  family_name: string;
  email: string | null;
  email_verified: boolean;
  /** Google Workspace domain. */
  hd: string | null;
}

export const person = (
  provider: string,
  id: string,
  given_name: string,
  family_name: string,
  email: string | null,
  more: Partial<Person> = {},
): Person => ({ provider, id, given_name, family_name, email, email_verified: true, hd: null, ...more });

export const nameOf = (one: Person): string => `${one.given_name} ${one.family_name}`.trim();
