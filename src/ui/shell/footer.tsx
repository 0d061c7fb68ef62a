import { useLanguage, useText } from "../text.tsx";
import { BrandLink, useBrand } from "./brand.tsx";
import { LanguageLink } from "./language-link.tsx";
import { FOOTER, LEGAL } from "./places.ts";

export function Footer() {
  const t = useText();
  const language = useLanguage();
  const brand = useBrand();
  return (
    <footer className="site-footer" id="site-footer" tabIndex={-1}>
      <div className="wrap">
        <div className="foot-grid">
          <div>
            <BrandLink />
            <p className="strap">{brand.strap[language]}</p>
            <LanguageLink />
          </div>
          {FOOTER.map((list) => (
            <nav key={list.text} aria-label={t(list.text)}>
              <h2>{t(list.text)}</h2>
              <ul>
                {list.links
                  .filter((link) => brand.has_extension || !link.extension)
                  .map((link) => (
                    <li key={link.href}>
                      <a href={link.href}>{t((!brand.sweepstakes && link.drawless) || link.text)}</a>
                    </li>
                  ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="foot-end">
          <ul>
            {LEGAL.map((link) => (
              <li key={link.href}>
                <a href={link.href}>{t(link.text)}</a>
              </li>
            ))}
          </ul>
          <span>
            {brand.run_by
              ? t("{{brand}}. Run by {{company}}", { brand: brand.name, company: brand.run_by })
              : `© ${brand.name}`}
          </span>
        </div>
      </div>
    </footer>
  );
}
