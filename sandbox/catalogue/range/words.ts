/** Made-up makers and series. None is meant to be anybody's name. */
const FRONT = "Tarn Oller Vant Quin Hesper Bramble Corv Dunmar Elder Farrow Gleam Hollis Isen Jorvi Kestle Lumer".split(
  " ",
);
const BACK = "wick by mark mere ton holm field worth stead croft vane lund".split(" ");

/** Every pair of a beginning and an end, in an order that mixes them. */
export const BRANDS: readonly string[] = FRONT.flatMap((_, n) =>
  BACK.map((back, m) => `${FRONT[(n + m * 5) % FRONT.length]}${back}`),
);

export const SERIES =
  "Vela Arden Solis Corra Nimbus Pico Terra Lyra Onda Faro Miro Alto Brio Cinder Delta Ember Fjord Gala Halo Iris Juno Kite Lark Mesa Nova Opal Prim Quartz Rill Sable".split(
    " ",
  );

export const COLOURS: Readonly<Record<string, string>> = {
  Black: "#33353a",
  White: "#f1f0ec",
  Silver: "#b9bec6",
  Gray: "#858a92",
  Blue: "#3f6fb5",
  Red: "#c0392f",
  Cream: "#ece0c4",
  Beige: "#d2bd98",
  Sage: "#9aae8c",
  Navy: "#2b3a63",
  Charcoal: "#4a4d53",
  Terracotta: "#c1694a",
  Burgundy: "#7b2338",
  Olive: "#6f7441",
  Camel: "#b98a55",
  Pink: "#e39ab4",
  Yellow: "#e9b931",
  Green: "#4b9459",
  Purple: "#7c5aa6",
  Orange: "#e07b33",
  Rose: "#c9637a",
  Coral: "#e8785f",
  Berry: "#8e2f59",
  Nude: "#cfa083",
  Plum: "#6a3257",
  Gold: "#cfa23f",
  "Rose Gold": "#d39a88",
  Oak: "#c79a62",
  Walnut: "#74502f",
  Natural: "#dcc092",
  Stainless: "#a8adb3",
  Brown: "#6b4630",
  Ivory: "#f0e2c6",
  Tan: "#c8a27a",
  Brass: "#c6a04a",
  Clear: "#dfe6e8",
};

/** What a material looks like, for kinds that come in no colours. */
export const MATERIALS: Readonly<Record<string, string>> = {
  Paper: "#e4ddd0",
  "Kraft paper": "#c39b6a",
  Cardboard: "#b98d5b",
  Brass: "#c6a04a",
  Copper: "#b86f48",
  Foil: "#b9bec6",
  Bamboo: "#d3b27a",
  Birch: "#e0c79b",
  Maple: "#d9b07c",
  Walnut: "#74502f",
  Plastic: "#e8e6df",
  Steel: "#8d949c",
  "Stainless steel": "#b4b9bf",
  "Carbon steel": "#5b6067",
  Aluminum: "#a9aeb5",
  "Cast iron": "#3b3d40",
  PVC: "#eceae4",
  "Sterling silver": "#c4c8cd",
  "Gold plated": "#cfa23f",
  "Rose gold plated": "#d39a88",
};
