import { expect, it } from "vitest";
import { dialogSizeFor } from "./dialog.tsx";

it("is a smaller window from the first character beyond 300", () => {
  expect(dialogSizeFor("x".repeat(300))).toBe("md");
  expect(dialogSizeFor("x".repeat(301))).toBe("small");
});
