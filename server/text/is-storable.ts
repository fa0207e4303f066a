/** NUL, and single halves of surrogate pairs. */
const UNSTORABLE = /[\0\ud800-\udfff]/u

/** Whether Postgres can hold this text. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}
