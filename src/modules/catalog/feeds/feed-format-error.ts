/** What was sent is not a feed, or not one of the kind that was asked for: nothing of it is taken, nothing is retired. */
export class FeedFormatError extends Error {}
