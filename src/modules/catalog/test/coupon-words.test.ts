import { describe, expect, it } from "vitest";
import { languageOf, termsInSpanish, titleInOther } from "../coupon-words.ts";

describe("a coupon's title in the other language", () => {
  it.each([
    ["20% off your order", "20\u00a0% de descuento"],
    ["20% off everything", "20\u00a0% de descuento"],
    ["Extra 15% off sitewide", "15\u00a0% de descuento"],
    ["$25 off orders of $250 or more", "$25 de descuento en pedidos de $250 o más"],
    ["$30 off $120 or more", "$30 de descuento en pedidos de $120 o más"],
    ["Free shipping", "Envío gratis"],
    ["Free shipping over $50", "Envío gratis en pedidos de $50 o más"],
    ["Free shipping on orders of $50 or more", "Envío gratis en pedidos de $50 o más"],
    ["Up to 40% off selected lines", "Hasta 40\u00a0% de descuento en productos seleccionados"],
    ["$10 off your first order", "$10 de descuento en tu primer pedido"],
    ["$5 off for new customers", "$5 de descuento para clientes nuevos"],
    ["20% de descuento en todo", "20% off"],
    ["Envío gratis en pedidos de $50 o más", "Free shipping on orders of $50 or more"],
  ])("%s", (title, said) => {
    expect(titleInOther(title).other).toBe(said);
  });

  it.each([
    "20% off your order of shoes",
    "15% off keyboards and mice",
    "20% off when you buy two",
    "$40 off graphics cards",
    "Free shipping on boots",
    "Buy one, get one free",
    "Up to 30% off winter sweaters",
    "20% off your order, excluding sale",
    `20% off ${"very ".repeat(40)}much`,
  ])("is left in its own words when it says more: %s", (title) => {
    expect(titleInOther(title)).toEqual({ language: "en", other: null });
  });

  it("is known for the language that it is in", () => {
    expect(languageOf("Compra hoy y llévate un regalo")).toBe("es");
    expect(languageOf("Rebajas de invierno para tu casa")).toBe("es");
    expect(languageOf("Gift with every order over $50")).toBe("en");
    expect(languageOf("SAVE20")).toBe("en");
  });
});

describe("a coupon's terms in Spanish", () => {
  it("are whole or not at all", () => {
    expect(
      termsInSpanish("Orders of $50.00 or more before tax and shipping. One code an order. Not on gift cards."),
    ).toBe(
      "Pedidos de $50.00 o más, antes de impuestos y envío. Un código por pedido. No vale para tarjetas de regalo.",
    );
    expect(termsInSpanish("One code an order. Only on Tops.")).toBeNull();
    expect(termsInSpanish("")).toBeNull();
  });
});
