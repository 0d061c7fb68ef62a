/** The specification's text for the terms (SPEC §5; Spanish by "Texts"). */
export const TERMS_REFUSED = {
  en: "Please accept the Terms & Conditions",
  es: "Acepta los Términos y Condiciones",
} as const;
