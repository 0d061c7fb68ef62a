/** How many beacons an address may send in a minute, counted in this process: a brake for floods that costs next to nothing. */
/** So that a flood from ever new addresses does not fill the memory instead. */
const MAX_ADDRESSES = 100_000;

export function createEventLimit(most: number) {
  const counts = new Map<string, number>();
  let minute = -1;
  return (address: string, now: Date): boolean => {
    const current = Math.floor(now.getTime() / 60_000);
    if (current !== minute || counts.size > MAX_ADDRESSES) {
      counts.clear();
      minute = current;
    }
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count <= most;
  };
}
