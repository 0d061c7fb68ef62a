/**
 * Awin: what one programme pays (`commissiongroups`) and how long it takes to validate (`programmedetails`, `kpi`). Two
 * calls a programme, of the 20 a minute that a user has: they are made from what nobody else needs.
 */
import { readJson } from "#platform/outgoing";
import { type CallOptions, SPARE } from "#platform/provider-calls";
import { asList, asRecord, asText, type NetworkDeps } from "../feeds/call-network.ts";
import { readGroup, sortGroups, uniqueGroups } from "../feeds/read-programme.ts";
import type { CommissionGroup } from "../rules.ts";
import { awinBase, awinHeaders } from "./programmes.ts";

export type AwinTerms = { groups: CommissionGroup[]; notes: string[]; locking_days: number | null };

export async function readAwinTerms(
  deps: NetworkDeps,
  advertiserId: string,
  options: CallOptions = SPARE,
): Promise<AwinTerms> {
  const ask = async (call: string) =>
    (
      await readJson<Record<string, unknown>>(
        {
          url: `${awinBase(deps.settings)}/${call}?advertiserId=${encodeURIComponent(advertiserId)}`,
          headers: awinHeaders(deps.settings),
        },
        (plain) => deps.calls.call("awin", plain, options),
      )
    ).value;
  const groups = await ask("commissiongroups");
  const details = await ask("programmedetails");
  return { ...readGroups(groups), locking_days: readValidation(details) };
}

export function readGroups(answer: Record<string, unknown>): { groups: CommissionGroup[]; notes: string[] } {
  const read = asList(answer.commissionGroups).map((value) => {
    const group = asRecord(value);
    const fixed = asText(group.type).toLowerCase() !== "percentage";
    const currency = asText(group.currency).toUpperCase();
    const name = asText(group.groupName);
    if (fixed && currency && currency !== "USD")
      return `${name.slice(0, 60)} pays in ${currency.slice(0, 3)}, only USD is settled`;
    return readGroup(
      asText(group.groupCode) || asText(group.groupId),
      name,
      fixed ? "" : asText(group.percentage),
      fixed ? asText(group.amount) : "",
    );
  });
  const { groups, notes } = sortGroups(read);
  return { groups: uniqueGroups(groups), notes };
}

export function readValidation(details: Record<string, unknown>): number | null {
  const days = Number(asText(asRecord(details.kpi).validationDays) || "NaN");
  return Number.isInteger(days) && days >= 0 && days <= 730 ? days : null;
}
