/** Names of commission groups in Spanish. Networks tell them in English only; what is not known here stays as it was told. Pure. */
const SPANISH: Record<string, string> = {
  "everything else": "Todo lo demás",
  everything: "Todo",
  "all products": "Todos los productos",
  "sale and clearance": "Rebajas y liquidación",
  sale: "Rebajas",
  clearance: "Liquidación",
  "new customers": "Clientes nuevos",
  "existing customers": "Clientes que vuelven",
  "some customers": "Algunos clientes",
  "some items": "Algunos artículos",
  "gift cards": "Tarjetas de regalo",
  "new subscription or booking": "Nueva suscripción o reserva",
  subscriptions: "Suscripciones",
  electronics: "Electrónica",
  clothing: "Ropa",
  shoes: "Calzado",
  accessories: "Accesorios",
  pantry: "Despensa",
  "processors and graphics cards": "Procesadores y tarjetas gráficas",
  "keyboards, mice and headphones": "Teclados, ratones y audífonos",
  "memory and drives": "Memoria y discos",
};

/** Of several conditions each is said by itself. */
export const rateNameInSpanish = (name: string): string =>
  name
    .split("; ")
    .map((part) => SPANISH[part.trim().toLowerCase()] ?? part)
    .join("; ");
