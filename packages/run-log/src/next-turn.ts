/** The next turn of the event loop: messages that wait are taken first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
