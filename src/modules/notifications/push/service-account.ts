/** Who asks Google in our name: the key of a service account, as its console hands it out. */
import { createPrivateKey } from "node:crypto";
import { z } from "zod";

/** What is read of the JSON text; it says more, such as addresses, which are settings of ours. */
const account = z.object({
  type: z.literal("service_account"),
  project_id: z.string().regex(/^[a-z0-9:.-]{4,60}$/),
  private_key_id: z.string().min(1),
  /** PEM, PKCS #8, RSA. */
  private_key: z.string().refine(isRsaKey),
  client_email: z.string().regex(/^[^\s@]+@[^\s@]+$/),
});
export type ServiceAccount = z.infer<typeof account>;

/** Made for the sandbox alone, which knows the public half; it opens nothing anywhere else. */
const SANDBOX_KEY =
  "MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCX4GkWQwr0ycrI9K8Loas319X85R1yPwhdTncojRJ0xATD7H025sgTuyXAzEtroRnkR+m/2CHJWoV318LQewoUjKm0vFm8QbJbdbnE2tC8C+jjjrz5a43GjfD14C5GPx6TFqxJ5PzuSYE/4NRfG3Yq3QIowb3YgUPevl4EIr8DYVIhHA5CkY8yVEaAm+Km79jVdldBDrhVgdilj65NJD6Tp1mLYcyXMLhaPd97xoYrUcfWXcwY77hS09LtjoxwP9jF1nwsMPvFSzN/2lD8/wQ959WxgvaEGpK6fzNKsXShu9/mRS/wH3H7SmxW/005mwOmR2U5v3VLTlk0lI4nmUSNAgMBAAECggEAA4rlKJ3GYvtUqDynhe/uxyNZBx3DrWcxp2uDIAZaXdrh+ZKfQRPqVXt8tUiOoc4PhTb1iYIIbQ1C0Q7OqSpANpvUAYvl0/GnBWHI7tc5Hd8b6Y2UyYSWuVY/k/H3Ylq/4yfDkQhZq1KPmeaBTaPzAlZGt0ioSE/g6LssBOYClUOQqzIk1E2slSKJ1slb23G/Oz712+h/RUEzfYlsr4o9NxNdTC7lg3rW+NQXob0nX7me42dpd3Fs/6jxND1B17J45qJb2zpCnvanNF6DMTzaPmOeMWK0pAMukcLW5UO3g1rlb3B9WpCqqWUS9tP5zvpo5bmra3WdDykwjgClojPZiQKBgQDMOlx0m2O0LdYNVHrGgTxlyjR4HyNrUUHLUdL0sAWu6r2zxYV5Vpbbp0vJw/7N76/cPzBCJYcaL5cpMN4JvrhuSRUs5oDSVKwXjHgHY6drhELfwOheMJ7xghmI8rcsPwKaOs7/MPZ32lRacF3o66jID7hDxb4yVvbaAqFpS1gpkwKBgQC+YKOvWUdipC4C6iubu9ElLGIszZF0BZ9iDZVHBFjTGJJHgmUj2ioH2WVyolMWpfl1TKk02LAbjjOyzkCEixIW52M5H9I9G48BGLhwRQsYdh9y0DAxmtpuCn+uH0WDJ3vY30bxmlBnwMSpwNlUoE2UGWw3tFy5DlAtDHWa8wEtXwKBgEFkDmZnuqzeYEM0YXtdtfEBpXswvS6HfgGT2W/vTGKNVuBQxkPrrbH3BxU7ZEKcFDr5IIKNcYy44DWYKAAGyRbG37jYtTajVdbUazoydlC+sIrkQYKnHr1FYteun2fTZQns+opLKx+FEK1EfU0u54PnRKCumA+WOMPlQ7lrHndxAoGBAIP7Bz83C7As1eEbaqQKbxHwVRduZBolE7usYwLa1qFx9Wcx1OAoDN9oLVZthmC7K9fQD7YdSumvidO5/SxmJWJPg5BEqUHH6zn9Y1Ah7XFF4sN75Q1ep3OGP8H81/n203skP1CbhIaJM03j7kcm4uF7RnTPy0BX1emFK7sCIJzNAoGBAKHUGul/noacslS1fYpwgQB6yuMy54qFSH8n5Oz90Mi/qS8Pb9H+ka4QyMvSVExQxYw1HxjtnmYH43YopwM3LZJSIQKgDrfim/Ep3yeXRKOhFgQrRxiSM2im/4Tbxfq1oZH59uDAp05e+sjg0QcpcsxRZJC3C95E83/FKgbj0rc4";
const SANDBOX_ACCOUNT: ServiceAccount = {
  type: "service_account",
  project_id: "sandbox-tuppence",
  private_key_id: "sandbox-key",
  private_key: `-----BEGIN PRIVATE KEY-----\n${SANDBOX_KEY}\n-----END PRIVATE KEY-----\n`,
  client_email: "alerts@sandbox-tuppence.iam.gserviceaccount.example",
};

/** `off` is nobody, `sandbox` who the sandbox knows; null for a text that is no service account's key. */
export function readServiceAccount(text: string): ServiceAccount | "off" | null {
  if (text === "off") return "off";
  if (text === "sandbox") return SANDBOX_ACCOUNT;
  try {
    return account.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}
