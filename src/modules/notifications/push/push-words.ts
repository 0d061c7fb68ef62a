/** What a screen shows that anybody may look at: which matter it is, no name and no sum. And what it shows when that is chosen. */
import type { Language } from "#platform/http";
import type { Topic } from "../rules.ts";

type Words = { title: string; body: string };

const BARE: Record<Topic, Record<Language, Words>> = {
  account: {
    en: { title: "Your account needs a look", body: "Open it to see what changed." },
    es: { title: "Mira tu cuenta", body: "Ábrela para ver qué cambió." },
  },
  money: {
    en: { title: "News about your money", body: "Open your passbook to see it." },
    es: { title: "Novedades de tu dinero", body: "Abre tu libreta para verlas." },
  },
  alerts: {
    en: { title: "A price you wait for moved", body: "Open it to see which one." },
    es: { title: "Se movió un precio que esperas", body: "Ábrelo para ver cuál." },
  },
  news: {
    en: { title: "There is something new", body: "Open it to read what." },
    es: { title: "Hay algo nuevo", body: "Ábrelo para leer qué." },
  },
};

export const bareWords = (list: Topic, language: Language): Words => BARE[list][language];
