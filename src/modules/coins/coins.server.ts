/** The door of coins. Nothing is behind it yet: its paths stand in the pending list of `test/spec`. */
export {};
