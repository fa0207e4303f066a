/** The message with its causes: a failed query names its reason only there. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}\n${errorText(error.cause)}`
}
