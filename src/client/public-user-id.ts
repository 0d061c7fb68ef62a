/** A member's id as it leaves us. Browsers keep what they were told until November 2026: as the database has it. */
export const asPublic = (user_id: string): string => `usr_${user_id.replace(/^usr_|-/g, "")}`;
