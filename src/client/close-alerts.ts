/** Alerts that are shown already say what is their member's: in a shared browser they must not outlast the sign-in. */
export async function closeAlerts(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  for (const alert of (await registration?.getNotifications()) ?? []) alert.close();
}
