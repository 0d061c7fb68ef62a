/** Words of the command line, as people read them. */

/** Names of queues, acts and facts: "pay-out" is read "Pay out", and what the code spells in British in American. */
export const nameOf = (name: string): string => {
  const words = name
    .replaceAll(/[-_]/g, " ")
    .replaceAll(/\bprogramme/g, "program")
    .replaceAll(/\bcatalogue\b/g, "catalog");
  return (words[0]?.toUpperCase() ?? "") + words.slice(1);
};
