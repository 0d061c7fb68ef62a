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
    ["$40 off graphics cards", "$40 de descuento en tarjetas gráficas"],
    ["15% off keyboards and mice", "15\u00a0% de descuento en teclados y ratones"],
    ["Monitors reduced this week", "Rebajas en monitores esta semana"],
    ["8% off drives", "8\u00a0% de descuento en discos"],
    ["30% off today only", "30\u00a0% de descuento solo hoy"],
    ["15% off clothes", "15\u00a0% de descuento en ropa"],
    ["Offer", "Oferta"],
    ["12% off in autumn", "12\u00a0% de descuento en otoño"],
    ["10% off the pantry", "10\u00a0% de descuento en la despensa"],
    ["10% off for newsletter readers", "10\u00a0% de descuento para lectores del boletín"],
    ["Half price on everything", "Todo a mitad de precio"],
    ["Up to 30% off winter sweaters", "Hasta 30\u00a0% de descuento en suéteres de invierno"],
    [
      "20% off Men’s Shoes, Backpacks, and Watches",
      "20\u00a0% de descuento en calzado para hombre, mochilas y relojes",
    ],
    ["10% off laptops and printers", "10\u00a0% de descuento en computadoras portátiles e impresoras"],
    ["20% de descuento en todo", "20% off"],
    ["Envío gratis en pedidos de $50 o más", "Free shipping on orders of $50 or more"],
  ])("%s", (title, said) => {
    expect(titleInOther(title).other).toBe(said);
  });

  it.each([
    "20% off your order of shoes",
    "15% off keyboards and dragons",
    "20% off when you buy two",
    "$40 off cases",
    "Prices reduced this week",
    "15% off dog supplies",
    "Free shipping on boots",
    "Buy one, get one free",
    "Up to 30% off winter evenings",
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
    expect(termsInSpanish("Orders over $50.")).toBe("Pedidos de $50 o más.");
    expect(termsInSpanish("Only on Graphics Cards. One code an order.")).toBe(
      "Solo en tarjetas gráficas. Un código por pedido.",
    );
    expect(termsInSpanish("Only on Tops, Bottoms, Dresses, Sweaters & Hoodies.")).toBe(
      "Solo en blusas y camisetas, pantalones y faldas, vestidos, suéteres y sudaderas.",
    );
    expect(termsInSpanish("First order only. Online only.")).toBe("Solo el primer pedido. Solo en línea.");
    expect(termsInSpanish("One code an order. Only on Dragons.")).toBeNull();
    expect(termsInSpanish("Only on Tops. Ask for a rain check.")).toBeNull();
    expect(termsInSpanish("")).toBeNull();
  });
});
