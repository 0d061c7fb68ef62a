/** Work that must not overlap itself in this process. */

/** Each call begins when the one before has ended, well or badly: what was read earlier never takes the place of what was read later. */
export function oneAfterOther(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}
