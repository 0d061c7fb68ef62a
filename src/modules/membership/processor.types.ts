/**
 * What the membership asks of a card processor. When a charge is due is decided here, by our own calendar; the processor
 * keeps the cards and moves the money. No card number ever reaches this side: cards are named by the processor's ids.
 */

/** What may be shown of a card. */
export type CardFace = {
  payment_method_id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  wallet: "apple_pay" | "google_pay" | null;
  /** The same for the same card number, whoever enters it; absent when the processor does not tell. */
  fingerprint?: string | null;
};

export type SetupState = "succeeded" | "requires_action" | "requires_payment_method" | "processing" | "canceled";

/** The result of one charge. `payment_id` is the processor's; the same idempotency key always answers the same. */
export type ChargeResult =
  | { state: "succeeded"; payment_id: string; charge_id: string; amount_minor: bigint }
  | { state: "requires_action"; payment_id: string; client_secret: string }
  | { state: "processing"; payment_id: string }
  | {
      state: "declined";
      payment_id: string | null;
      /** `card_declined`, `expired_card`, `incorrect_cvc` … and the bank's own word for it. */
      code: string;
      decline_code: string | null;
      /** False for codes that the card schemes forbid to try again (references: lost, stolen, revoked …). */
      retryable: boolean;
    }
  /** Nothing was taken, and not for the card's sake: our own request was wrong. A person has to look. */
  | { state: "refused"; payment_id: null; code: string };

/** `failed`: the money is not on its way to the card, and will not be by asking again. */
export type RefundResult =
  | { state: "made"; refund_id: string; amount_minor: bigint }
  | { state: "failed"; refund_id: string | null; code: string };

export type RefundInput = { payment_id: string; amount_minor: bigint; idempotency_key: string };

export type ProcessorEvent = {
  event_id: string;
  /** The processor's own name of it, such as `payment_intent.succeeded`. */
  type: string;
  /** The payment or setup that it is about; its truth is asked for, never taken from the event. */
  object_id: string;
  at: Date;
  /** The message as it was sent. */
  raw: object;
};

/** One movement on the processor's balance, for reconciling to the cent. Fees are the processor's own. */
export type BalanceEntry = {
  entry_id: string;
  kind: "charge" | "refund" | "dispute" | "payout" | "fee" | "other";
  payment_id: string | null;
  /** The payout to our bank (or the top-up from it) that an entry of kind `payout` belongs to. */
  payout_id: string | null;
  amount_minor: bigint;
  fee_minor: bigint;
  at: Date;
};

export type Processor = {
  /** The processor's customer for a member; the same member always gives the same. */
  ensureCustomer(input: { user_id: string; email: string | null; name: string }): Promise<string>;
  /** A place for the browser to put a card in, for later charges without its owner. */
  startSetup(input: {
    customer_id: string;
    idempotency_key: string;
  }): Promise<{ setup_id: string; client_secret: string }>;
  readSetup(
    setupId: string,
  ): Promise<{ state: SetupState; payment_method_id: string | null; customer_id: string | null }>;
  readCard(paymentMethodId: string): Promise<CardFace>;
  listCards(customerId: string): Promise<CardFace[]>;
  detachCard(paymentMethodId: string): Promise<void>;
  /** Name, address and cards go; payments stay in the processor's books. Asked again, it finds it done. */
  forgetCustomer(customerId: string): Promise<void>;
  charge(input: {
    customer_id: string;
    payment_method_id: string;
    amount_minor: bigint;
    currency: "USD";
    /** False while its owner is there and can pass 3-D Secure. */
    off_session: boolean;
    /** At most 22 characters on the card's statement; the first full charge after a trial says "trial". */
    statement: string;
    metadata: Record<string, string>;
    idempotency_key: string;
  }): Promise<ChargeResult>;
  /** What became of a charge by its key, without asking for it again; null when the processor knows of none. */
  findCharge(input: { customer_id: string; idempotency_key: string }): Promise<ChargeResult | null>;
  readCharge(paymentId: string): Promise<ChargeResult & { amount_minor: bigint; metadata: Record<string, string> }>;
  /** A payment that its owner does not want any more; how it stands then, also when it had been paid before. */
  cancelCharge(paymentId: string): Promise<ChargeResult>;
  /** Sends it; with `refund_id` null it was refused for certain. What else is wrong with an answer is thrown. */
  refund(input: RefundInput): Promise<RefundResult>;
  /** What became of a refund by its key; null when the processor knows of none. */
  findRefund(input: RefundInput): Promise<RefundResult | null>;
  readRefund(refundId: string): Promise<RefundResult>;
  /** Null for a body that the processor did not sign. */
  readWebhook(raw: Buffer, signature: string): ProcessorEvent | null;
  /** Movements since an instant, oldest first. */
  balance(since: Date): AsyncIterable<BalanceEntry>;
};
