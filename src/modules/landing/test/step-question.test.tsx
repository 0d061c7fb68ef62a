import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { startLanguage, TextProvider } from "#ui/text.tsx";
import { StepQuestion } from "../web/step-question.tsx";

startLanguage("en");
const shown = (question: number) =>
  renderToStaticMarkup(
    <TextProvider language="en">
      <StepQuestion question={question} given={null} prize={null} failure={null} />
    </TextProvider>,
  );

it("counts three questions, and leads on behind the third", () => {
  expect(shown(2)).toContain("Question 2 of 3");
  expect(shown(2)).toContain("Next question");
  expect(shown(3)).toContain("Question 3 of 3");
  expect(shown(3)).not.toContain("Next question");
});
