/** What a document needs of a sheet stays, in its order; what nothing in it can be shown by is left out. */
import { describe, expect, it } from "vitest";
import { createNeededStyles } from "../needed-styles.ts";

const needed = (sheet: string, html: string) => createNeededStyles(sheet)(html);

describe("what a document needs of a style sheet", () => {
  it.each([
    ["a class of the document's", ".card{color:red}", true],
    ["a class of none", ".ticket{color:red}", false],
    ["an element of the document's", "h1{color:red}", true],
    ["an element of none", "table{color:red}", false],
    ["the document itself", ":root{color:red}", true],
    ["any element", "*,:before{color:red}", true],
    ["one of two selectors", ".ticket,.card{color:red}", true],
    ["a part inside of a part", "main .card>h1{color:red}", true],
    ["a part inside of what is not there", ".ticket .card{color:red}", false],
    ["a state, which may come", ".card:hover:not(.off){color:red}", true],
    ["a state that is an attribute", '.card[aria-expanded="true"]{color:red}', true],
    ["one of several, which are not looked into", ":is(.ticket,.stamp) h1{color:red}", true],
    ["a part that is drawn before", ".card:before{color:red}", true],
    ["a class with marks in its name", ".\\[\\&\\>p\\]\\:m-0\\.5{color:red}", true],
    ["the document's theme", '[data-theme="theme2"] .card{color:red}', true],
    ["another theme", ':root:not([data-mode])[data-theme="theme1"]{color:red}', false],
  ])("%s", (_, sheet, stays) => {
    const html = `<html data-theme="theme2"><body><main><div class="card [&amp;&gt;p]:m-0.5"><h1>Nike</h1></div></main></body></html>`;
    expect(needed(sheet, html)).toBe(stays ? sheet : "");
  });

  it("keeps the order, blocks that hold something, and what is no rule", () => {
    const sheet = [
      "/*! notice */@layer base,components;",
      '@property --turn{syntax:"*";inherits:false}',
      "@layer components{.ticket{color:red}.card{color:blue}@media (width<400px){.ticket{color:red}}}",
      "@media print{.card{color:black}.ticket{color:red}}",
      "@supports (color:red){.ticket{color:red}}",
      "@keyframes turn{to{rotate:1turn}}",
      "@font-face{font-family:Besley;src:url(a.woff2)}",
    ].join("");
    expect(needed(sheet, `<p class="card">1</p>`)).toBe(
      [
        "@layer base,components;",
        '@property --turn{syntax:"*";inherits:false}',
        "@layer components{.card{color:blue}}",
        "@media print{.card{color:black}}",
        "@keyframes turn{to{rotate:1turn}}",
        "@font-face{font-family:Besley;src:url(a.woff2)}",
      ].join(""),
    );
  });
});
