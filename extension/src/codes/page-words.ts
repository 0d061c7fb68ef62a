/** The words by which stores' pages are read: English and Spanish, and what a page of other languages is likely to say. */

export const CODE_WORDS =
  /coupon|promo|voucher|discount|redu[ck]tion|redeemable|gutschein|rabatt|cup[oó]n|descuento|rebaja|código promo|codigo promo|قسيمة|كود الخصم|كوبون|קופון/i;
export const BARE_CODE = /\bcode\b|c[oó]digo|كود|קוד/i;
export const OTHER_FIELDS =
  /e-?mail|correo|search|buscar|newsletter|zip|postal|phone|tel[eé]fono|card.?number|n[uú]mero de tarjeta|cvv|cvc|security code|c[oó]digo de seguridad|password|contrase|verification|verificaci|address|direcci|quantity|cantidad|referr/i;
export const GIFT_CARD = /gift.?(card|certificate)|tarjeta (de )?regalo|\bgiftcard/i;

export const APPLY =
  /^(?:apply|add|redeem|use|submit|activate|ok|go|aplicar|canjear|agregar|añadir|usar|validar|activar|einlösen|appliquer|تطبيق|החל)(?:$|[\s:(])|apply|redeem|aplicar|canjear/i;
/** A press of these goes on with the order: never ours. */
export const ORDERING =
  /place (?:your |the )?order|order now|pay\b|buy\b|purchase|check ?out|complete|confirm (?:order|purchase|payment)|continue|proceed|next step|finish|realizar (?:el )?pedido|pagar|comprar|finalizar|tramitar|confirmar (?:el )?(?:pedido|compra|pago)|continuar|siguiente|إتمام|شراء|ادفع/i;
export const REMOVE =
  /^(?:remove|delete|clear|cancel|undo|×|x|✕|✖|quitar|eliminar|borrar|cancelar|إزالة|הסר)(?:$|\W|\s)/i;
export const OPEN =
  /(?:have|got|add|enter|use|apply).{0,24}(?:coupon|promo|voucher|discount|code)|coupon\/gift|(?:tienes|agrega|añade|agregar|añadir|introduce|ingresa|usar).{0,24}(?:cup[oó]n|c[oó]digo|descuento)|لديك.{0,16}(?:كوبون|قسيمة|كود)/i;
export const CONFIRM = /^(?:yes|ok|confirm|remove|delete|s[ií]|confirmar|eliminar|quitar)(?:$|\W)/i;

/** Labels of the sum that is to be paid, the surest first. */
export const TOTALS: readonly (readonly [RegExp, number])[] = [
  [
    /order total|grand total|total due|amount due|total to pay|total a pagar|total del pedido|importe total|الإجمالي الكلي/i,
    10,
  ],
  [/(?:^|\W)(?:total|الإجمالي|المجموع الكلي|סה"כ לתשלום)(?:$|\W)/i, 8],
];
export const NO_TOTAL =
  /sub-?\s?total|sav(?:e|ed|ing)|ahorr|discount|descuento|before|antes|was\b|tax|impuesto|items? total|shipping|env[ií]o|points|puntos|cash ?back|reembolso|المجموع الفرعي|خصم|per (?:month|item)|estimated savings/i;
export const SUBTOTAL = /sub-?\s?total|merchandise|goods|items? total|bag total|productos|art[ií]culos|المجموع الفرعي/i;
export const SHIPPING = /shipping|delivery|postage|env[ií]o|entrega|gastos de env|الشحن|التوصيل|משלוח/i;
export const FREE = /\bfree\b|gratis|sin costo|مجاني|חינם/i;

/** What a store says of a code that it does not take, the most telling first. */
export type Why = "ended" | "minimum" | "items" | "used" | "account" | "combined" | "unknown" | "refused";
export const REFUSALS: readonly (readonly [RegExp, Exclude<Why, "refused">])[] = [
  [/expired|has ended|no longer (?:valid|active|available)|caduc|venci|expir|ya no (?:es válido|está)|منتهي/i, "ended"],
  [/minimum|at least|or more|spend|subtotal (?:of|over)|m[ií]nim|al menos|o más|الحد الأدنى/i, "minimum"],
  [/combin|together with|other (?:offers|discounts|codes)|otras ofertas|acumul/i, "combined"],
  [
    /already (?:been )?(?:used|redeemed)|only once|usage limit|ya (?:fue|ha sido) (?:usado|utilizado|canjeado)|límite de uso/i,
    "used",
  ],
  [
    /sign in|log ?in|account|new customers|first (?:order|purchase)|inicia sesión|cuenta|nuevos clientes|primera compra/i,
    "account",
  ],
  [
    /not (?:eligible|applicable|valid for|apply|good)|does ?n[o']t (?:apply|qualify)|only (?:good |valid )?(?:for|on)|excluded|no (?:aplica|es aplicable|se puede aplicar|válido para)|solo (?:para|en)|لا ينطبق/i,
    "items",
  ],
  [
    /not (?:valid|found|recogni[sz]ed|exist)|invalid|unknown|doesn.t exist|do not know|enter a valid|incorrect|no (?:es )?válid|inválid|no existe|no reconoc|desconoc|incorrecto|غير صالح|غير صحيح/i,
    "unknown",
  ],
];
export const REFUSED = /can(?:no|')t|unable|error|sorry|problem|wrong|no se pud|lo sentimos|تعذر/i;
export const TAKEN = /applied|added|accepted|success|you save|aplicad|agregad|añadid|aceptad|ahorras|تم تطبيق/i;
/** The store wants no more of it. */
export const TOO_OFTEN =
  /too many (?:attempts|tries|requests|codes)|try again later|slow down|temporarily (?:blocked|locked)|demasiados intentos|intenta más tarde|inténtalo más tarde|bloquead[oa] temporalmente|محاولات كثيرة/i;
export const CAPTCHA =
  /are you (?:a )?(?:human|robot)|not a robot|verify (?:that )?you(?:'| a)re (?:a )?human|security check|press and hold|no (?:soy|eres) un robot|verifica que eres|comprobación de seguridad|أنت لست روبوت/i;

export const whyOf = (message: string): Why => REFUSALS.find(([pattern]) => pattern.test(message))?.[1] ?? "refused";
