import { useText } from "#ui/text.tsx";
import { WishButton } from "./wish-button.tsx";

/** Says of a store that was asked for by its name that it is not with us. `near`: of what it stands above, which is of others. */
export function MissingStore({ name, near }: { name: string; near?: "stores" | "coupons" | "products" | false }) {
  const t = useText();
  const words = {
    stores: () => t("We don't offer cash back there today. These stores sell similar things."),
    coupons: () => t("We don't offer cash back there today. These coupons are for stores that sell similar things."),
    products: () => t("We don't offer cash back there today. Other stores sell these."),
  };
  return (
    <section className="card card-pad mb-6 row row-wrap between" aria-label={name}>
      <div>
        <h2 className="h2-small">{t("{{store}} is not with us yet", { store: name })}</h2>
        <p className="small muted mt-2">{near ? words[near]() : t("We don't offer cash back there today.")}</p>
      </div>
      <WishButton name={name} key={name} />
    </section>
  );
}
