/** What is refused, in both languages. */
import type { RefusalTable } from "#platform/http";
import type { PreferenceRefusal } from "./preferences.ts";
import type { PushRefusal } from "./push/pushes.ts";
import type { ConsentRefusal } from "./texts/consents.ts";

export const REFUSALS: RefusalTable<"too_many" | PreferenceRefusal | PushRefusal | ConsentRefusal> = {
  too_many: {
    status: 429,
    en: "You asked for this three times today. Try again tomorrow, or change your email.",
    es: "Hoy lo pediste tres veces. Inténtalo mañana o cambia tu correo.",
  },
  always: {
    status: 409,
    en: "The law or your account's safety asks for these. They stay on.",
    es: "La ley o la seguridad de tu cuenta los exigen. Siguen activos.",
  },
  zone_unknown: {
    status: 422,
    field: "zone",
    en: "Choose a time zone from the list.",
    es: "Elige una zona horaria de la lista.",
  },
  same_hours: {
    status: 422,
    field: "quiet_until",
    en: "Quiet hours end at another hour than they begin.",
    es: "Las horas de silencio terminan a otra hora de la que empiezan.",
  },
  no_consent: {
    status: 409,
    en: "Agree to texts first, in the form below.",
    es: "Primero acepta los mensajes de texto en el formulario de abajo.",
  },
  pushes_off: {
    status: 409,
    en: "Alerts on this device are not offered at the moment.",
    es: "Por ahora no ofrecemos alertas en este dispositivo.",
  },
  push_service_unknown: {
    status: 422,
    en: "This browser uses a push service that we don't know. Alerts can't come here.",
    es: "Este navegador usa un servicio de alertas que no conocemos. Aquí no pueden llegar.",
  },
  push_keys_wrong: {
    status: 422,
    en: "Your browser didn't say how to reach it. Reload the page and try again.",
    es: "Tu navegador no dijo cómo avisarte. Recarga la página e inténtalo otra vez.",
  },
  phone_address_wrong: {
    status: 422,
    en: "Your phone didn't say how to reach it. Close the app, open it and try again.",
    es: "Tu teléfono no dijo cómo avisarte. Cierra la app, ábrela e inténtalo otra vez.",
  },
  texts_off: {
    status: 409,
    en: "Texts are not offered at the moment.",
    es: "Por ahora no ofrecemos mensajes de texto.",
  },
  number_not_confirmed: {
    status: 422,
    field: "phone",
    en: "Enter the number that you confirmed with us.",
    es: "Escribe el número que confirmaste con nosotros.",
  },
};
