/** All Spanish texts, one object. Each area keeps its own file, so that areas never meet in one. */
const files = import.meta.glob<Record<string, string>>("./es/*.json", { eager: true, import: "default" });

export const spanish: Record<string, string> = Object.assign({}, ...Object.values(files));
