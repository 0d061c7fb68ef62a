/** The event by which it is told that a visit's record could not be read; its detail is the server's text, or nothing. */
export const RECORD_FAILED = "tuppence:record-failed";
