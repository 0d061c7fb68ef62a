/** The key that the product asks by, and its public half; it opens nothing outside this program. */
export const ACCOUNT = { team: "SANDBOXTID", key: "SANDBOXKEY", topic: "example.tuppence.app" } as const;
export const PUBLIC_KEY =
  "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEKQ5IXBEhtGdo9ZqZ+pgUl29aKV09f6PnOZmq8PQYe9YBrSLxwuvlwSqD1ngRAxvhG8v6+1v4eftqV4r3uUeX9Q==";
