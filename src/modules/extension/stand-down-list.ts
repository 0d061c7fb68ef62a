/**
 * The networks' hosts and marks that make the extension stand down: the public list of stand-down domains (standdown-domains,
 * MIT) and what networks tell their partners, said as plain data. Times are the strictest of all networks'.
 */
import type { LandingMark, NetworkHop, StandDownList } from "./extension.types.ts";

const CJ_HOSTS = `anrdoezrs.net commission-junction.com dpbolvw.net apmebf.com jdoqocy.com kqzyfj.com qksrv.net tkqlhce.com
  qksz.net emjcd.com afcyhf.com awltovhc.com ftjcfx.com lduhtrp.net tqlkg.com awxibrm.com cualbr.com rnsfpw.net vofzpwh.com yceml.net`;

const hosts = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

const HOPS: readonly NetworkHop[] = [
  { network: "cj", hosts: hosts(CJ_HOSTS) },
  { network: "rakuten", hosts: hosts("linksynergy.com jrs5.com") },
  { network: "awin", hosts: hosts("awin1.com zenaps.com") },
  { network: "shareasale", hosts: hosts("shareasale.com shareasale-analytics.com shrsl.com") },
  { network: "impact", hosts: hosts("sjv.io pxf.io evyy.net ojrq.net 7eer.net") },
  { network: "partnerize", hosts: hosts("prf.hn") },
  { network: "ebay", hosts: hosts("rover.ebay.com") },
  { network: "skimlinks", hosts: hosts("go.skimresources.com go.redirectingat.com") },
  { network: "sovrn", hosts: hosts("redirect.viglink.com") },
  { network: "admitad", hosts: hosts("ad.admitad.com rzekl.com") },
  { network: "tradedoubler", hosts: hosts("clk.tradedoubler.com pdt.tradedoubler.com") },
  { network: "flexoffers", hosts: hosts("track.flexlinkspro.com track.flexlinks.com") },
  {
    network: "pepperjam",
    hosts: hosts("pjtra.com pjatr.com gopjn.com pntra.com pntrac.com pntrs.com pepperjamnetwork.com"),
  },
  { network: "webgains", hosts: hosts("track.webgains.com") },
  { network: "howl", hosts: hosts("howl.link"), path: "/link" },
  { network: "youtube", hosts: hosts("youtube.com"), path: "/redirect" },
];

const MARKS: readonly LandingMark[] = [
  { network: "any", name: "afsrc", value: "1" },
  { network: "any", name: "affsource", value: "1" },
  { network: "any", name: "foid" },
  { network: "cj", name: "cjevent" },
  { network: "cj", name: "cjdata" },
  { network: "cj", name: "utm_source", value: "cj" },
  { network: "rakuten", name: "ranmid" },
  { network: "rakuten", name: "raneaid" },
  { network: "rakuten", name: "ransiteid" },
  { network: "impact", name: "irgwc" },
  { network: "impact", name: "irclickid" },
  { network: "awin", name: "awc" },
  { network: "shareasale", name: "sscid" },
  ...["mkcid", "campid", "mkevt"].map((name) => ({ network: "ebay", name, host: "ebay." })),
];

export const STAND_DOWN: StandDownList = { hops: HOPS, marks: MARKS, min_minutes: 90, idle_minutes: 60 };
