/** The cookies that this module sets, for the page that lists them all. */
import type { DeclaredCookie } from "#platform/module";

export const cookies: readonly DeclaredCookie[] = [
  {
    name: "tp_token",
    days: 365,
    needed: true,
    what: { en: "Keeps you signed in.", es: "Mantiene tu sesión iniciada." },
  },
  {
    name: "tp_bind",
    days: 365,
    needed: true,
    what: {
      en: "Binds your sign-in to this browser, so that a stolen token opens nothing.",
      es: "Ata tu sesión a este navegador, para que un token robado no abra nada.",
    },
  },
  {
    name: "tp_step",
    days: 0,
    needed: true,
    what: {
      en: "Remembers the first of two steps while you enter the second.",
      es: "Recuerda el primero de dos pasos mientras haces el segundo.",
    },
  },
  {
    name: "tp_device",
    days: 400,
    needed: true,
    what: {
      en: "Tells a device that you signed in from before from a stranger's.",
      es: "Distingue un dispositivo en el que ya iniciaste sesión del de un desconocido.",
    },
  },
  {
    name: "tp_social",
    days: 0,
    needed: true,
    what: {
      en: "Keeps a sign-in with Google, Apple or Facebook from being taken over.",
      es: "Impide que se tome un inicio de sesión con Google, Apple o Facebook.",
    },
  },
  {
    name: "sm_spsub",
    days: 365,
    needed: true,
    what: {
      en: "Remembers that you have a membership, so pages don't have to ask.",
      es: "Dice que tienes una membresía, para no preguntarlo.",
    },
  },
  {
    name: "auth_redirect_url",
    days: 0,
    needed: true,
    what: {
      en: "Brings you back to where you were after signing in.",
      es: "Te devuelve a donde estabas tras iniciar sesión.",
    },
  },
  {
    name: "redirected_from_ida",
    days: 0,
    needed: true,
    what: {
      en: "That a reference brought you to a page of members.",
      es: "Que una referencia te trajo a una página de miembros.",
    },
  },
  {
    name: "redirect_to_app",
    days: 30,
    needed: true,
    what: {
      en: "Remembers that you came from the app, so you go back to it.",
      es: "Que viniste de la app, para volver a ella.",
    },
  },
  {
    name: "onboarding_completed",
    days: 365,
    needed: true,
    what: { en: "Remembers that you finished onboarding.", es: "Que ya viste los primeros pasos." },
  },
];
