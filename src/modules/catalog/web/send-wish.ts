import { call } from "#client/call.ts";

/** Once for each member and store, however often it is sent. */
export const sendWish = (name: string) => call("/api/user/store-wishes", { json: { name } });
