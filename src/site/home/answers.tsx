import { Icon } from "#ui/icon.tsx";
import { type Translate, useText } from "#ui/text.tsx";

/** Question and answer, also for search engines. */
export const answersOf = (t: Translate, brand: string): [string, string][] => [
  [
    t("How does {{brand}} make money?", { brand }),
    t(
      "When you buy after clicking through, the store pays us a commission. We pass the stated rate on to you and keep the rest. Membership is charged separately, and its price is always next to the pay button.",
    ),
  ],
  [
    t("Why is my purchase pending?"),
    t("The store waits until the return window closes. Your passbook shows the expected date."),
  ],
  [t("How do I cancel?"), t("Under Membership, in two clicks.")],
];

export function Answers({ brand }: { brand: string }) {
  const t = useText();
  return (
    <section className="wrap wrap-narrow section-tight answers-part" aria-labelledby="faq">
      <h2 id="faq">{t("Straight answers")}</h2>
      <div className="faq">
        {answersOf(t, brand).map(([question, answer], at) => (
          <details key={question} open={at === 0}>
            <summary>
              {question}
              <Icon name="plus" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
