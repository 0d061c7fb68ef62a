/** Words of the command line, as people read them. */

/** Names of queues, acts and facts: "pay-out" is read "Pay out". */
export const nameOf = (name: string): string => {
  const words = name.replaceAll(/[-_]/g, " ");
  return (words[0]?.toUpperCase() ?? "") + words.slice(1);
};
