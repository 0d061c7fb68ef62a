/** How people of stories come to open an account, where the story says nothing of it. */

/** From the United States, by nobody's link. */
export const FROM_US = { sid: null, cid: null, country_code: "US", reads_in: "US" } as const;
/** From where nobody knows. */
export const FROM_NOWHERE = { sid: null, cid: null, country_code: null, reads_in: null } as const;
