/** Whether a person is there, asked by reCAPTCHA's own box. Loaded only after the server has asked for it. */
import { useEffect, useRef } from "react";
import { call } from "#client/call.ts";
import { useLanguage } from "#ui/text.tsx";

type Grecaptcha = {
  ready?(act: () => void): void;
  render(
    box: HTMLElement,
    options: {
      sitekey: string;
      callback(token: string): void;
      "expired-callback"(): void;
      "error-callback"(): void;
    },
  ): number;
};
declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

function load(address: string): Promise<Grecaptcha> {
  return new Promise((settle, fail) => {
    const ready = () => {
      const { grecaptcha } = window;
      if (!grecaptcha) return fail(new Error("reCAPTCHA did not start."));
      if (grecaptcha.ready) grecaptcha.ready(() => settle(grecaptcha));
      else settle(grecaptcha);
    };
    if (window.grecaptcha) return ready();
    const script = document.createElement("script");
    script.src = address;
    script.onload = ready;
    script.onerror = () => {
      script.remove();
      fail(new Error("reCAPTCHA could not be loaded."));
    };
    document.head.append(script);
  });
}

export default function CaptchaBox({
  onToken,
  onFailure,
}: {
  onToken: (token: string) => void;
  onFailure: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  const tell = useRef({ onToken, onFailure });
  tell.current = { onToken, onFailure };
  useEffect(() => {
    let gone = false;
    (async () => {
      const { captcha } = await call<{ captcha: { site_key: string; script_url: string } | null }>("/api/web/captcha");
      if (!captcha) return;
      const api = await load(`${captcha.script_url}?render=explicit&hl=${language}`);
      if (gone || !box.current || box.current.childElementCount > 0) return;
      api.render(box.current, {
        sitekey: captcha.site_key,
        callback: (token) => tell.current.onToken(token),
        // A tick holds for two minutes; the box says so itself.
        "expired-callback": () => tell.current.onToken(""),
        "error-callback": () => tell.current.onFailure(),
      });
    })().catch(() => tell.current.onFailure());
    return () => {
      gone = true;
    };
  }, [language]);
  return <div ref={box} className="min-h-[4.875rem]" />;
}
