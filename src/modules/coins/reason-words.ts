/** Why coins wait, were refused or taken back, in the words that members read on pages and in mails. */
import type { InWords } from "#platform/describer";
import type { RewardReason } from "./rules.ts";

export const REASON_WORDS: Readonly<Record<RewardReason, InWords>> = {
  screened_out: { en: "The survey was looking for other people.", es: "La encuesta buscaba a otras personas." },
  quota_full: { en: "The survey had enough answers.", es: "La encuesta ya tenía suficientes respuestas." },
  too_fast: {
    en: "The partner found the answers too fast to have been read.",
    es: "El proveedor vio respuestas demasiado rápidas para haber leído las preguntas.",
  },
  duplicate: {
    en: "The partner had this from you, your home or your device before.",
    es: "El proveedor ya lo había recibido de ti, de tu casa o de tu dispositivo.",
  },
  quality: {
    en: "The partner did not accept the answers: some did not fit together.",
    es: "El proveedor no aceptó las respuestas: algunas no encajaban entre sí.",
  },
  fraud: {
    en: "The partner says that its rules were broken.",
    es: "El proveedor dice que no se cumplieron sus reglas.",
  },
  vpn: {
    en: "The partner saw a VPN or proxy and does not count what comes through one.",
    es: "El proveedor vio una VPN o un proxy y no cuenta lo que llega por ahí.",
  },
  wrong_place: { en: "It is not open in your country.", es: "No está disponible en tu país." },
  closed: { en: "It had ended by then.", es: "Para entonces ya había terminado." },
  too_young: { en: "It is for people of another age.", es: "Es para personas de otra edad." },
  refunded: {
    en: "The purchase or trial behind it was refunded or canceled.",
    es: "La compra o prueba correspondiente se reembolsó o canceló.",
  },
  not_completed: { en: "It was not finished as described.", es: "No se terminó como se describía." },
  unexplained: {
    en: "The partner gave no reason. Ask us and we ask them.",
    es: "El proveedor no dio ningún motivo. Pregúntanos y le preguntamos.",
  },
  pays_less: {
    en: "The partner paid less for it than it promised. A person is looking into it.",
    es: "El proveedor pagó menos de lo que prometió. Una persona lo está revisando.",
  },
  pays_more: {
    en: "The partner named a higher sum than it promised. A person is looking into it.",
    es: "El proveedor indicó una suma mayor de la prometida. Una persona lo está revisando.",
  },
  unknown_offer: {
    en: "The partner named an offer that we don't know. A person is looking into it.",
    es: "El proveedor indicó una oferta que no conocemos. Una persona lo está revisando.",
  },
  unknown_step: {
    en: "The partner named a step that was not among those agreed. A person is looking into it.",
    es: "El proveedor indicó un paso que no estaba entre los acordados. Una persona lo está revisando.",
  },
  goal_twice: {
    en: "This step was paid before. A person is looking into it.",
    es: "Este paso ya se había pagado. Una persona lo está revisando.",
  },
  too_soon: {
    en: "It came sooner after the start than it can be done. A person is looking into it.",
    es: "Llegó antes de lo que se puede hacer desde el inicio. Una persona lo está revisando.",
  },
  pace: {
    en: "There was more in an hour than one person does. A person is looking into it.",
    es: "Hubo más en una hora de lo que hace una persona. Una persona lo está revisando.",
  },
  daily_cap: {
    en: "The partner reported more today than we credit without looking. A person is looking into it.",
    es: "El proveedor reportó hoy más de lo que acreditamos sin revisar. Una persona lo está revisando.",
  },
  other_account: {
    en: "Another account on this device or mailbox did the same offer. A person is looking into it.",
    es: "Otra cuenta en este dispositivo o correo hizo la misma oferta. Una persona lo está revisando.",
  },
  bonus_gone: {
    en: "The partner took back what this bonus was for.",
    es: "El proveedor retiró aquello por lo que se dio este bono.",
  },
  given_once: {
    en: "This bonus is one per person, and both accounts that became one had it.",
    es: "Este bono se da una vez por persona y lo tenían las dos cuentas que se unieron.",
  },
  not_reached: {
    en: "The partner's records show that this step was not reached.",
    es: "Según los registros del proveedor, no se llegó a este paso.",
  },
  second_account: {
    en: "This offer is one per person, and it was paid to another account of yours.",
    es: "Esta oferta se paga una vez por persona y ya se pagó a otra cuenta tuya.",
  },
  not_paid: {
    en: "The partner does not pay for it and says why on its page of terms.",
    es: "El proveedor no paga por esto y explica el motivo en sus condiciones.",
  },
  rules_broken: {
    en: "The offer's terms were not kept: answers or steps were not done by a person.",
    es: "No se cumplieron las condiciones de la oferta: las respuestas o los pasos no los hizo una persona.",
  },
};

/** Words of a reason as it lies in the database; one that nobody knows is unexplained. */
export const reasonWords = (reason: string | null): InWords | null =>
  reason === null ? null : (REASON_WORDS[reason as RewardReason] ?? REASON_WORDS.unexplained);
