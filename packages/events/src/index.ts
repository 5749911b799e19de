/** What the inspector says of each event type. */
export {};
