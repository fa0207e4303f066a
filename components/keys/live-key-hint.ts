/** How a project's live key looks, for whoever looks for it. */
export function liveKeyHint(liveKey: { prefix: string; lastFour: string } | null): string {
  return liveKey ? `${liveKey.prefix}…${liveKey.lastFour}` : 'sk_live_…'
}
