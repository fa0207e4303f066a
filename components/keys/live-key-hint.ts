/** The visible parts of a project's live key, to recognize it by. */
export function liveKeyHint(liveKey: { prefix: string; lastFour: string } | null): string {
  return liveKey ? `${liveKey.prefix}…${liveKey.lastFour}` : 'sk_live_…'
}
