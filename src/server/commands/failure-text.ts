/** What is shown when a command ends in the middle: a sentence where the cause is known, else the error as it is. */
import { SettingsError } from "#platform/config";

/** The machine, its name, the role, its password or the database itself: nothing of ours is wrong. */
const NO_WAY_IN = ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "EHOSTUNREACH", "EAI_AGAIN", "28P01", "28000", "3D000"];

export function failureText(error: unknown): unknown {
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error) || !NO_WAY_IN.includes((error as { code?: string }).code ?? "")) return error;
  const { message } = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  return `The database cannot be used (DATABASE_URL): ${message}`;
}
