import { expect, it } from "vitest";
import { topicInSpanish } from "../profile-questions.ts";

it.each([
  ["Shopping", "Compras"],
  ["Travel", "Viajes"],
  ["Media", "Películas, series y música"],
  ["Food", "Comida y bebida"],
  ["Home", "Hogar y familia"],
  ["Health", "Salud"],
  ["Allgemeines", null],
])("a survey about %s is called %s in Spanish", (category, words) => {
  expect(topicInSpanish(category)).toBe(words);
});
