import type { CommissionGroup, Programme } from "../catalogue/programmes.ts";
import type { OrderItem } from "./records.ts";

export function groupOf(programme: Programme, category: string): CommissionGroup {
  const found = programme.groups.find((group) => group.categories.includes(category)) ?? programme.groups[0];
  if (!found) throw new Error(`programme ${programme.id} has no commission group`);
  return found;
}

/** Each item's share of the discount is taken off before the rate; the shares add up to the discount. */
export function netAmounts(items: readonly OrderItem[], discount: number): number[] {
  const total = items.reduce((sum, item) => sum + item.amount, 0);
  let left = Math.min(discount, total);
  let rest = total;
  return items.map((item) => {
    const share = rest === 0 ? 0 : Math.round((left * item.amount) / rest);
    left -= share;
    rest -= item.amount;
    return item.amount - share;
  });
}

/** What each item earns, in cents. A fixed commission is paid once an order and group, on its first item. */
export function itemPayouts(programme: Programme, items: readonly OrderItem[], discount: number): number[] {
  const fixed = new Set<string>();
  const nets = netAmounts(items, discount);
  return items.map((item, n) => {
    const group = groupOf(programme, item.category);
    if (group.kind === "percent") return Math.round(((nets[n] ?? 0) * group.value) / 10_000);
    if (fixed.has(group.id) || (nets[n] ?? 0) <= 0) return 0;
    fixed.add(group.id);
    return group.value;
  });
}
