/** The web component of partners' pages, as such a page uses it: one script, one element, two events. */
import { createElement, useEffect, useRef, useState } from "react";
import { Specimen } from "./specimen.tsx";

export function LoginElementDemo() {
  const place = useRef<HTMLDivElement>(null);
  const [heard, setHeard] = useState("nothing yet");
  useEffect(() => {
    const script = document.createElement("script");
    script.src = "/elements/login.js";
    document.head.append(script);
    const at = place.current;
    const signedIn = (event: Event) => {
      const { token } = (event as CustomEvent<{ token: string }>).detail;
      setHeard(`a token of ${token.length} characters`);
    };
    const closed = () => setHeard("the window was closed");
    at?.addEventListener("tuppence-login", signedIn);
    at?.addEventListener("tuppence-login-closed", closed);
    return () => {
      at?.removeEventListener("tuppence-login", signedIn);
      at?.removeEventListener("tuppence-login-closed", closed);
    };
  }, []);
  return (
    <Specimen
      title="Login on partners’ pages"
      note="The web component of /elements/login.js; a pop-up window signs in and gives back a token that works once."
    >
      <div ref={place} className="row row-wrap">
        {createElement("tuppence-login", { lang: "en", page: "sm-login", theme: "theme1" })}
        {createElement("tuppence-login", { lang: "es", page: "sm-register", partner: "shipright", theme: "theme2" })}
      </div>
      <p className="small muted mt-3">Heard: {heard}</p>
    </Specimen>
  );
}
