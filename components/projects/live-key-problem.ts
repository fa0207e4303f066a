/** Why a text cannot be the live key of a call, or null. What stands in a snippet must not be able to end its quotes. */
export function liveKeyProblem(text: string): string | null {
  if (text.startsWith('sk_test_')) return 'This is a test key: it obtains tokens, and business endpoints refuse them.'
  return /^sk_live_[0-9A-Za-z]{20,80}$/.test(text) ? null : 'A live key is sk_live_ and letters and digits.'
}
