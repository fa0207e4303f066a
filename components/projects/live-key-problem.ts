/**
 * The reason why a text cannot be the live key of a call, or null. A text in a snippet must not be able to end its
 * quotes.
 */
export function liveKeyProblem(text: string): string | null {
  if (text.startsWith('sk_test_')) return 'This is a test key. It can obtain access tokens, but API calls refuse them.'
  return /^sk_live_[0-9A-Za-z]{20,80}$/.test(text)
    ? null
    : 'A live key starts with sk_live_, followed by letters and digits.'
}
